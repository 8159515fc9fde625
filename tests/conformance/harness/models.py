"""Model APIs, as far as a client has to get an answer before it shows which tools it offers.

Four ways to ask: Anthropic messages, OpenAI chat completions and responses, Gemini. All say "done" at once.
"""

import json


def get(path):
    """A list of models, where one is asked for."""
    if path.split("?")[0].rstrip("/").endswith("/models"):
        return json.dumps({"object": "list", "data": [{"id": "m", "object": "model"}], "models": []}).encode()
    return None


def post(path, body):
    """The tools that a request offers, and an answer with its content type."""
    path = path.split("?")[0]
    if path.endswith("/messages"):
        return names(body), *anthropic(body)
    if path.endswith("/chat/completions"):
        return names(body), *completions(body)
    if path.endswith("/responses"):
        return names(body), *responses(body)
    if ":streamGenerateContent" in path or ":generateContent" in path:
        return names(body), *gemini(":stream" in path)
    if path.endswith("/count_tokens") or ":countTokens" in path:
        return None, "application/json", b'{"input_tokens": 1, "totalTokens": 1}'
    return None, "application/json", None


def names(body):
    """The names of the tools in a request, in whichever shape."""
    found = []
    for tool in body.get("tools") or []:
        inner = tool.get("functionDeclarations") or tool.get("function_declarations")
        if inner:
            found += [it.get("name") for it in inner]
        elif tool.get("type") == "namespace":
            found += [tool.get("name", "") + "/" + it.get("name", "") for it in tool.get("tools") or []]
        else:
            found.append((tool.get("function") or tool).get("name"))
    return [name for name in found if name]


def events(list_of_events, named=True):
    text = ""
    for event in list_of_events:
        if named:
            text += "event: %s\n" % event["type"]
        text += "data: %s\n\n" % json.dumps(event)
    return text.encode()


def anthropic(body):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None, "usage": usage}
    if not body.get("stream"):
        message.update(content=[{"type": "text", "text": "done"}], stop_reason="end_turn")
        return "application/json", json.dumps(message).encode()
    message.update(content=[], stop_reason=None)
    delta = {"stop_reason": "end_turn", "stop_sequence": None}
    return "text/event-stream", events(
        [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "done"}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": delta, "usage": usage},
            {"type": "message_stop"},
        ]
    )


def completions(body):
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    base = {"id": "c1", "created": 1, "model": "m"}
    if not body.get("stream"):
        choice = {"index": 0, "message": {"role": "assistant", "content": "done"}, "finish_reason": "stop"}
        return "application/json", json.dumps({**base, "object": "chat.completion", "choices": [choice], "usage": usage}).encode()
    chunk = {**base, "object": "chat.completion.chunk"}
    first = {"index": 0, "delta": {"role": "assistant", "content": "done"}, "finish_reason": None}
    last = {"index": 0, "delta": {}, "finish_reason": "stop"}
    text = events([{**chunk, "choices": [first]}, {**chunk, "choices": [last], "usage": usage}], named=False)
    return "text/event-stream", text + b"data: [DONE]\n\n"


def responses(body):
    part = {"type": "output_text", "text": "done", "annotations": []}
    item = {"id": "i1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage["input_tokens_details"] = usage["output_tokens_details"] = None
    response = {"id": "r1", "object": "response", "model": "m", "status": "completed", "output": [item], "usage": usage}
    if not body.get("stream"):
        return "application/json", json.dumps(response).encode()
    return "text/event-stream", events(
        [
            {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": response},
        ]
    )


def gemini(streams):
    part = {"content": {"role": "model", "parts": [{"text": "done"}]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    body = {"candidates": [part], "usageMetadata": usage, "modelVersion": "m"}
    if streams:
        return "text/event-stream", ("data: %s\n\n" % json.dumps(body)).encode()
    return "application/json", json.dumps(body).encode()
