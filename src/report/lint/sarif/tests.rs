use super::super::sample::{rules, sample};
use super::*;

#[test]
fn a_log_has_what_code_scanning_asks_for() {
    insta::assert_snapshot!(sample(|report, out| render(report, &rules(), out)), @r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "mcpconv",
                  "semanticVersion": "0.1.0",
                  "informationUri": "https://github.com/mcpconv/mcpconv",
                  "rules": [
                    {
                      "id": "a-secret",
                      "name": "ASecret",
                      "shortDescription": {
                        "text": "Something secret is written out."
                      },
                      "fullDescription": {
                        "text": "Something secret is written out."
                      },
                      "help": {
                        "text": "Something secret is written out.",
                        "markdown": "Something secret is written out."
                      },
                      "helpUri": "https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md",
                      "defaultConfiguration": {
                        "level": "error"
                      },
                      "properties": {
                        "tags": [
                          "security",
                          "mcp",
                          "owasp-mcp01"
                        ],
                        "precision": "high",
                        "problem.severity": "error",
                        "security-severity": "8.0"
                      }
                    },
                    {
                      "id": "plain-address",
                      "name": "PlainAddress",
                      "shortDescription": {
                        "text": "An address is plain."
                      },
                      "fullDescription": {
                        "text": "An address is plain. Anybody can listen."
                      },
                      "help": {
                        "text": "Anybody can listen.\n\nUse https.",
                        "markdown": "An address is `plain`.\n\n## Why it matters\n\nAnybody can listen.\n\n## How to fix\n\nUse `https`."
                      },
                      "helpUri": "https://github.com/mcpconv/mcpconv/blob/main/docs/rules/plain-address.md",
                      "defaultConfiguration": {
                        "level": "warning"
                      },
                      "properties": {
                        "tags": [
                          "transport",
                          "mcp"
                        ],
                        "precision": "high",
                        "problem.severity": "warning"
                      }
                    }
                  ]
                }
              },
              "columnKind": "utf16CodeUnits",
              "automationDetails": {
                "id": "mcpconv/"
              },
              "originalUriBaseIds": {
                "%SRCROOT%": {
                  "description": {
                    "text": "The folder in which mcpconv ran."
                  }
                }
              },
              "invocations": [
                {
                  "executionSuccessful": true,
                  "toolExecutionNotifications": [
                    {
                      "level": "error",
                      "message": {
                        "text": "permission denied"
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "gone.json",
                              "uriBaseId": "%SRCROOT%"
                            }
                          }
                        }
                      ]
                    }
                  ]
                }
              ],
              "results": [
                {
                  "ruleId": "plain-address",
                  "level": "warning",
                  "message": {
                    "text": "`é🌈` has a plain address: anybody can listen"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": ".mcp.json",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 21,
                          "endLine": 3,
                          "endColumn": 41
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "/mcpServers/é🌈/url"
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "mcpconvPointer/v1": "e0ef96b92c36d313",
                    "primaryLocationLineHash": "5de2b03db2d4182f:1"
                  },
                  "suppressions": [],
                  "ruleIndex": 1,
                  "relatedLocations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "a%25%2C%3A%0A%E2%80%AE%3Cb%3E.json",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 17,
                          "endLine": 1,
                          "endColumn": 20
                        }
                      },
                      "id": 1,
                      "message": {
                        "text": "the [same] (here)"
                      }
                    }
                  ],
                  "fixes": [
                    {
                      "description": {
                        "text": "say so (safe)"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": ".mcp.json",
                            "uriBaseId": "%SRCROOT%"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 3,
                                "startColumn": 41,
                                "endLine": 3,
                                "endColumn": 41
                              },
                              "insertedContent": {
                                "text": ", \"type\": \"http\""
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                },
                {
                  "ruleId": "plain-address",
                  "level": "warning",
                  "message": {
                    "text": "`b` is ignored"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": ".mcp.json",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 4,
                          "startColumn": 10,
                          "endLine": 5,
                          "endColumn": 4
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "/mcpServers/b"
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "mcpconvPointer/v1": "999419bb40346bac",
                    "primaryLocationLineHash": "da73b8b11ebbffc2:1"
                  },
                  "suppressions": [
                    {
                      "kind": "inSource",
                      "justification": "a test"
                    }
                  ],
                  "ruleIndex": 1
                },
                {
                  "ruleId": "a-secret",
                  "level": "error",
                  "message": {
                    "text": "100% of `\\u{1b}[31mb`\\nis secret"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "a%25%2C%3A%0A%E2%80%AE%3Cb%3E.json",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 23,
                          "endLine": 1,
                          "endColumn": 32
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "/mcpServers/b/command"
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "mcpconvPointer/v1": "d4078cd0a85e63f3",
                    "primaryLocationLineHash": "2d2ec0db72783a8d:1"
                  },
                  "suppressions": [],
                  "ruleIndex": 0,
                  "fixes": [
                    {
                      "description": {
                        "text": "remove it (unsafe)"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "a%25%2C%3A%0A%E2%80%AE%3Cb%3E.json",
                            "uriBaseId": "%SRCROOT%"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 1,
                                "startColumn": 23,
                                "endLine": 1,
                                "endColumn": 37
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                },
                {
                  "ruleId": "a-secret",
                  "level": "note",
                  "message": {
                    "text": "the whole file is odd"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "a%25%2C%3A%0A%E2%80%AE%3Cb%3E.json",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 1,
                          "endLine": 1,
                          "endColumn": 1
                        }
                      }
                    }
                  ],
                  "partialFingerprints": {
                    "mcpconvPointer/v1": "04f6f4605335f02f",
                    "primaryLocationLineHash": "2d2ec0db72783a8d:1"
                  },
                  "suppressions": [],
                  "ruleIndex": 0
                }
              ]
            }
          ]
        }
        "#);
}

#[test]
fn what_is_worst_is_kept() {
    let of = |level: Level, by: Option<By>| {
        let mut finding = Finding::new(rules()[0], None, "a");
        finding.level = level;
        finding.ignored = by.map(|by| Ignored {
            by,
            reason: String::new(),
        });
        finding
    };
    let findings = [
        of(Level::Info, None),
        of(Level::Error, Some(By::Baseline)),
        of(Level::Warning, None),
        of(Level::Error, None),
    ];
    assert_eq!(worst(&findings, 2), [2, 3]);
    assert_eq!(worst(&findings, 3), [0, 2, 3]);
    assert_eq!(worst(&findings, 4), [0, 1, 2, 3]);
}

#[test]
fn a_run_that_is_cut_says_so() {
    let log = sample(|report, out| log(report, &rules(), 2, out));
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let run = &log["runs"][0];
    let kept: Vec<&Value> = run["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|result| &result["level"])
        .collect();
    assert_eq!(kept, ["warning", "error"]);
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][1]["message"]["text"]
            .as_str()
            .map(|text| &text[..10]),
        Some("2 findings")
    );
}
