"""checks.py - sessions by the Debug Adapter Protocol; prints one TAP line a check. Run by dap.test in a folder with the
programs."""
import base64
import os
import random
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from client import Client  # noqa: E402

count = 0


def check(name, expected, got):
    global count
    count += 1
    good = expected(got) if callable(expected) else expected == got
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print(f"#   expected: {expected}\n#   got:      {got}")


def variables(client, reference, **page):
    return client.ask("variables", variablesReference=reference, **page)["variables"]


def named(client, reference):
    return {v["name"]: v for v in variables(client, reference)}


def value(client, text):
    return client.ask("evaluate", expression=text, context="watch")["result"]


def steps():
    client = Client()
    points = client.launch("mesh.o", ["twice"], pps=8, stopOnEntry=True)
    check("a function breakpoint is verified, with its line", [(True, 9)], [(p["verified"], p["line"]) for p in points])
    stop = client.stop()
    check("stopOnEntry stops in main", ("entry", "main"), (stop["reason"], client.top(stop)[0]))
    check("threads are teams", ["team 1: PPs 0..7, main"], [t["name"] for t in client.ask("threads")["threads"]])
    stop = client.stop("continue", threadId=1)
    check("a breakpoint stops the run, with its number", ("breakpoint", [1]), (stop["reason"], stop["hitBreakpointIds"]))
    check("a call has its arguments", ["v"], list(named(client, client.scope(stop, "Arguments"))))
    trace = client.ask("stackTrace", threadId=1)
    page = client.ask("stackTrace", threadId=1, startFrame=1, levels=1)["stackFrames"]
    check("a page of the stack is a part of it", [f["name"] for f in trace["stackFrames"][1:2]], [f["name"] for f in page])
    places = [client.top(stop)]
    for command in ("next", "stepIn", "stepOut", "next"):
        stop = client.stop(command, threadId=1)
        check(f"{command} is a step", "step", stop["reason"])
        places.append(client.top(stop))
    check("steps come to other lines", lambda p: len(set(p)) > 2, places)
    cycle = client.ask("evaluate", expression="info program", context="repl")["result"]
    stop = client.stop("stepIn", threadId=1, granularity="instruction")
    stop = client.stop("stepBack", threadId=1, granularity="instruction")
    check("a step back by an instruction undoes one forward", cycle.split(": the")[0],
          client.ask("evaluate", expression="info program", context="repl")["result"].split(": ")[0] + ": "
          + cycle.split(": ")[1])
    stop = client.stop("stepBack", threadId=1)
    check("stepBack goes back to a line", lambda p: p in places, client.top(stop))
    stop = client.stop("reverseContinue", threadId=1)
    check("reverseContinue goes back to a breakpoint or the beginning", lambda r: r in ("breakpoint", "entry"), stop["reason"])
    check("the end without its filter ends the session", "terminated", ends(client))
    check("the program's output comes as events", "total 3\n", client.output)
    check("the server ends well", 0, client.end())


def ends(client):
    stop = {"event": "stopped", "threadId": 1}
    while stop["event"] == "stopped":
        stop = client.stop("continue", threadId=stop["threadId"])
    return stop["event"]


def heads():
    """Breakpoints at functions stop before their first statements, also if these share the line of the function."""
    with open("heads.fork", encoding="ascii") as source:
        text = source.read().splitlines()
    place = {name: 1 + [k for k, line in enumerate(text) if start in line][0]
             for name, start in (("main", "int main("), ("recursive", "int recursive("), ("split", "split(int"))}
    client = Client()
    answer = client.launch("heads.o", ["recursive", (os.path.abspath("heads.fork"), [{"line": place["split"]}])], pps=2,
                           stopOnEntry=True)
    check("breakpoints at functions are at their first statements", [place["recursive"], place["split"] + 2],
          [p["line"] for p in answer])
    stop = client.stop()
    client.ask("setBreakpoints", source={"path": os.path.abspath("heads.fork")}, breakpoints=[])
    check("stopOnEntry stops at the statement that shares the line of main", ("main", place["main"]), client.top(stop))
    stop = client.stop("continue", threadId=stop["threadId"])
    check("a function stops with its parameters in place", "2",
          named(client, client.scope(stop, "Arguments"))["n"]["value"].split(" ")[0])
    stop = client.stop("stepBack", threadId=stop["threadId"])
    check("a step back leads to the call", "main", client.top(stop)[0])
    stop = client.stop("stepIn", threadId=stop["threadId"])
    check("a step in leads there again", ("recursive", place["recursive"]), client.top(stop))
    client.end()


def points():
    client = Client()
    path = os.path.abspath("mesh.fork")
    answers = client.launch(
        "mesh.o",
        [(path, [{"line": 18, "logMessage": "$ is {$}"}, {"line": 22, "condition": "$ == 5"},
                 {"line": 19, "hitCondition": ">= 2"}, {"line": 9999}, {"line": 22, "condition": "nonsense +"}])],
        pps=8)
    check("each breakpoint says whether it can be", [True, True, True, False, False], [a["verified"] for a in answers])
    check("one that cannot says why", lambda m: all(m), [a.get("message") for a in answers[3:]])
    stop = client.stop()
    check("a condition stops the run at its line", ("breakpoint", 22), (stop["reason"], client.top(stop)[1]))
    check("a message is logged without a stop", lambda o: "$ is 0, 1, 2, 3\n" in o, client.output)
    client.ask("setBreakpoints", source={"path": path}, breakpoints=[])
    info = client.ask("dataBreakpointInfo", name="total")
    check("a shared variable can be watched", ["read", "write", "readWrite"], info["accessTypes"])
    check("a constant cannot", None, client.ask("dataBreakpointInfo", name="3 + 4")["dataId"])
    answer = client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    check("a data breakpoint is verified", [True], [b["verified"] for b in answer["breakpoints"]])
    stop = client.stop("continue", threadId=stop["threadId"])
    check("a data breakpoint names value and PP", ("data breakpoint", "total: 3 -> 16 by PP 7"),
          (stop["reason"], stop["description"]))
    client.ask("setDataBreakpoints", breakpoints=[])
    client.ask("setExceptionBreakpoints", filters=["end"])
    stop = client.stop("continue", threadId=stop["threadId"])
    check("with its filter the end of the run is a stop", "exception", stop["reason"])
    check("from the end the run does not go on", lambda m: "ended" in m, client.refuse("continue", threadId=1))
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "twice"}])
    stop = client.stop("reverseContinue", threadId=stop["threadId"])
    check("from the end the run goes back", "twice", client.top(stop)[0])
    pc = client.ask("stackTrace", threadId=stop["threadId"])["stackFrames"][0]["instructionPointerReference"]
    code = client.ask("disassemble", memoryReference=pc, instructionOffset=-200, instructionCount=300)["instructions"]
    check("as many instructions as were asked for", 300, len(code))
    check("those outside of the program are said to be none", lambda c: c[0]["presentationHint"] == "invalid", code)
    most = 2**63 - 1
    check("offsets whose sum has more than 64 bits are an error", lambda m: "which instructions" in m,
          client.refuse("disassemble", memoryReference="0x8", offset=most, instructionOffset=most, instructionCount=1))
    client.ask("setFunctionBreakpoints", breakpoints=[])
    answer = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": hex(2**64 - 1), "offset": 5}])
    check("an instruction breakpoint at no address is not verified", False, answer["breakpoints"][0]["verified"])
    answer = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": pc, "offset": 1}])
    check("an instruction breakpoint is verified", True, answer["breakpoints"][0]["verified"])
    stop = client.stop("continue", threadId=stop["threadId"])
    check("it stops the run", "instruction breakpoint", stop["reason"])
    client.ask("restart")
    stop = client.event("stopped")
    check("a restart keeps breakpoints", "instruction breakpoint", stop["reason"])
    client.end()


def values():
    client = Client()
    client.launch("big.o", [(os.path.abspath("big.fork"), [{"line": 15}])], pps=4096)
    stop = client.stop()
    check("4096 PPs are one team", ["team 1: PPs 0..4095, main"], [t["name"] for t in client.ask("threads")["threads"]])
    shared = named(client, client.scope(stop, "Shared"))
    many = shared["many"]
    check("an array says how many elements it has", 100000, many["indexedVariables"])
    page = variables(client, many["variablesReference"], filter="indexed", start=99990, count=10)
    check("a page of it has those elements alone", [str(3 * k) for k in range(99990, 100000)], [v["value"] for v in page])
    check("an element knows its expression", "many[99999]", page[-1]["evaluateName"])
    page = variables(client, many["variablesReference"], start=99998, count=10, format={"hex": True})
    check("hexadecimal on request", ["0x493da", "0x493dd"], [v["value"] for v in page])
    check("all elements come without a page", 100000, len(variables(client, many["variablesReference"])))
    large = {v["name"]: v for v in variables(client, client.scope(stop, "Shared"))}["larger"]
    page = variables(client, large["variablesReference"])
    check("of an array of a million elements a page is a part, and the next one follows it", [1 << 17, f"[{1 << 17}]"],
          [len(page), variables(client, large["variablesReference"], start=1 << 17, count=1)[0]["name"]])
    check("a float is one", ("0.5", "float"), (shared["half"]["value"], shared["half"]["type"]))
    check("a private variable is shown for all PPs", "0..4095 step 1 (PPs 0..4095)", value(client, "own"))
    memory = client.ask("readMemory", memoryReference=many["memoryReference"], offset=4, count=12)
    check("memory has four bytes a word", [3, 6, 9],
          [int.from_bytes(base64.b64decode(memory["data"])[k : k + 4], "little") for k in (0, 4, 8)])
    check("the console has the terminal's commands", lambda t: t.startswith("cycle"),
          client.ask("evaluate", expression="last-write many[7]", context="repl")["result"])
    check("groups", [(4096, 4096)], [(g["size"], len(g["pps"])) for g in client.ask("pramGroups")["groups"]])
    check("groups have numbers, and teams have modes", [(0, ["async"])],
          [(g["number"], sorted({t["mode"] for t in g["teams"]})) for g in client.ask("pramGroups")["groups"]])
    check("locks", ["No PP waits for a lock, a queue or a barrier."], client.ask("pramLocks")["lines"])
    names = [t["label"] for t in client.ask("completions", text="many[su", column=8)["targets"]]
    check("names are completed", ["sum"], names)
    source = client.ask("source", source={"path": os.path.abspath("big.fork")}, sourceReference=0)
    check("source", open("big.fork").read(), source["content"])
    check("no other files are shown", lambda m: m, client.refuse("source", source={"path": "/etc/passwd"}, sourceReference=0))
    client.end()


def stores():
    client = Client()
    client.launch("mesh.o", ["twice"], pps=8)
    stop = client.stop()
    answer = client.ask("setVariable", variablesReference=client.scope(stop, "Shared"), name="total", value="40 + 2")
    check("setVariable says the value", "42", answer["value"])
    place = named(client, client.scope(stop, "Shared"))["code"]["memoryReference"]
    data = base64.b64encode((66).to_bytes(4, "little")).decode()
    check("writeMemory says how much it has written", 4,
          client.ask("writeMemory", memoryReference=place, data=data)["bytesWritten"])
    client.ask("evaluate", expression="goto 3", context="repl")
    stop = client.event("stopped")
    check("before the store the old value is there", ("3", "65"), (value(client, "total"), value(client, "code")))
    stop = client.stop("continue", threadId=stop["threadId"])
    check("the run that comes there again gets it again", ("42", "66"), (value(client, "total"), value(client, "code")))
    ends(client)
    check("the program goes on with it", "total 42\n", client.output)
    client.end()


def running():
    client = Client()
    client.launch("endless.o", pps=4)
    check("while the program runs, it cannot be stepped", lambda m: "runs" in m, client.refuse("next", threadId=1))
    answer = client.ask("setBreakpoints", source={"path": os.path.abspath("endless.fork")},
                        breakpoints=[{"line": 5, "condition": "n > 100000"}])
    check("breakpoints can be set while it runs", True, answer["breakpoints"][0]["verified"])
    check("and stop it", "breakpoint", client.event("stopped")["reason"])
    client.ask("setBreakpoints", source={"path": os.path.abspath("endless.fork")}, breakpoints=[])
    client.ask("continue", threadId=1)
    client.ask("pause", threadId=1)
    check("pause stops it", "pause", client.event("stopped")["reason"])
    client.ask("continue", threadId=1)
    check("terminate ends it", "terminated", client.stop("terminate")["event"])
    client.end()


def input_and_faults():
    with open("letters", "w") as file:
        file.write("ab\xe9\0\n")
    client = Client()
    client.launch("reads.o", pps=2, input="letters")
    check("input comes from a file, and its length is the status", 6, client.event("exited")["exitCode"])
    client.end()
    client = Client()
    client.launch("fault.o", pps=4)
    stop = client.stop()
    check("a fault is a stop, with its message", lambda s: s["reason"] == "exception" and s["text"], stop)
    client.end()


def exceptions():
    client = Client()
    client.ask("initialize", adapterID="pramsim")
    client.ask("launch", program="racing.o", pps=8)
    options = [{"filterId": "model", "condition": "erew"}, {"filterId": "model", "condition": "none"}, {"filterId": "nothing"}]
    answer = client.ask("setExceptionBreakpoints", filters=["race", "fault"], filterOptions=options)["breakpoints"]
    check("each exception filter says whether it can be", [True, True, True, False, False], [a["verified"] for a in answer])
    check("a model that is none is named with those there are", lambda m: "erew, crew" in m, answer[3]["message"])
    client.ask("configurationDone")
    stop = client.stop()
    check("a race stops the run at its line, with its number", ("exception", 14, [answer[0]["id"]]),
          (stop["reason"], client.top(stop)[1], stop["hitBreakpointIds"]))
    check("it says what is raced for", lambda d: "a store to a[1]" in d and "timing" in d, stop["description"])
    check("and which PP the other one is", lambda t: t.startswith("PP 1: ") and "PP 0 loaded it in cycle" in t, stop["text"])
    seen = [stop["description"]]
    while stop.get("reason"):
        stop = client.stop("continue", threadId=stop["threadId"])
        seen.append(stop.get("description", ""))
    check("a violation of the model stops it, too", lambda s: any(d.startswith("erew: several PPs") for d in s), seen)
    client.end()
    client = Client()
    client.ask("initialize", adapterID="pramsim")
    client.ask("launch", program="racing.o", pps=8)
    first = client.ask("setExceptionBreakpoints", filters=["race", "model", "end"])["breakpoints"]
    again = client.ask("setExceptionBreakpoints", filters=["model", "end"])["breakpoints"]
    check("a filter that stays keeps its number, without a condition for crew", first[1]["id"], again[0]["id"])
    client.ask("configurationDone")
    stop = client.stop()
    check("a filter that has gone stops nothing", lambda d: d.startswith("crew: several PPs store different"), stop["description"])
    violation = client.top(stop)
    stop = client.stop("continue", threadId=stop["threadId"])
    stop = client.stop("reverseContinue", threadId=1)
    check("reverseContinue goes back to it", (violation, "exception"), (client.top(stop), stop["reason"]))
    client.ask("restart")
    check("a restart keeps it", violation, client.top(client.event("stopped")))
    client.end()


def refusals():
    client = Client()
    check("no request works before launch", lambda m: "launch" in m, client.refuse("threads"))
    client.ask("initialize", adapterID="x")
    check("a program that is not there is an error", lambda m: "no-such.o" in m or "No such" in m,
          client.refuse("launch", program="no-such.o"))
    check("so is a wrong option", lambda m: m, client.refuse("launch", program="mesh.o", options=["--nonsense"]))
    check("so is none", lambda m: "which program" in m, client.refuse("launch"))
    client.ask("launch", program="mesh.o")
    check("the run has not begun yet", lambda m: "configurationDone" in m, client.refuse("next", threadId=1))
    for text in (b"nonsense\r\n\r\n", b"Content-Length: 3\r\n\r\n{x}", b"Content-Length: -1\r\n\r\n",
                 b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: 2\r\n\r\n[]", b"Content-Length: 2\r\n\r\n{}"):
        client.raw(text)
        check(f"{text[:24]} is an error, and the server goes on", False, client.response(0)["success"])
    check("it still answers", lambda t: t, client.ask("threads")["threads"])
    client.end()


def odd_names():
    """A linked program can have names that are no UTF-8: here `twice` of mesh.o, damaged."""
    with open("mesh.o", "rb") as good, open("odd.o", "wb") as odd:
        odd.write(good.read().replace(b"\0twice\0", b"\0tw\xff\xffe\0"))
    client = Client()
    client.launch("odd.o", [(os.path.abspath("mesh.fork"), [{"line": 9}])], pps=8)
    stop = client.stop()
    check("a byte of a name that is no UTF-8 is replaced", "team 1: PPs 0..7, tw\ufffd\ufffde", client.ask("threads")["threads"][0]["name"])
    check("also in the calls", "tw\ufffd\ufffde", client.top(stop)[0])
    client.end()


def port():
    server = subprocess.Popen(["pramsim", "--dap=0"], stderr=subprocess.PIPE, text=True)
    line = server.stderr.readline()
    connection = socket.create_connection(("127.0.0.1", int(line.rsplit(":", 1)[1])))
    client = Client(streams=(connection.fileno(), connection.fileno()))
    client.launch("mesh.o", ["twice"], pps=8)
    check("a server at a port does the same", "twice", client.top(client.stop())[0])
    client.ask("disconnect")
    connection.close()
    check("it ends with its client", 0, server.wait(client.limit))


def random_messages():
    """Requests with random arguments, some sent before the last one is answered, and bytes that are no message: each
    request has one response with its number and command, and the server ends only when it is asked to."""
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    draw = random.Random(seed)
    names = ["initialize", "launch", "configurationDone", "setBreakpoints", "setFunctionBreakpoints", "threads",
             "setInstructionBreakpoints", "dataBreakpointInfo", "setDataBreakpoints", "setExceptionBreakpoints",
             "stackTrace", "scopes", "variables", "setVariable", "evaluate", "completions", "continue", "pause", "next",
             "stepIn", "stepOut", "stepBack", "reverseContinue", "readMemory", "writeMemory", "disassemble", "source",
             "restart", "terminate", "pramGroups", "pramLocks", "nothing"]
    values_ = [None, True, 0, 1, 2, 3, -1, 1 << 62, 0.5, "", "mesh", "twice", "total", "0x1000", "0x1000 1 0 total", "$",
               "mesh[1]", "$ == 3", "AAAA", "race", "mesh.fork", "instruction", "write", "goto 40", "back", "repl", "%s%n", "{$}", []]
    keys = ["threadId", "frameId", "variablesReference", "name", "value", "expression", "context", "memoryReference",
            "offset", "count", "start", "levels", "startFrame", "data", "text", "column", "granularity",
            "instructionOffset", "instructionCount", "sourceReference", "filters", "filterOptions", "breakpoints", "source", "dataId",
            "line", "condition", "hitCondition", "logMessage", "path", "instructionReference", "accessType", "format"]

    def some(depth):
        kind = draw.randrange(6 if depth else 4)
        if kind == 4:
            return {draw.choice(keys): some(depth - 1) for _ in range(draw.randrange(5))}
        if kind == 5:
            return [some(depth - 1) for _ in range(draw.randrange(3))]
        return draw.choice(values_)

    client = Client()
    client.launch("mesh.o", ["twice"], pps=8)
    client.stop()
    garbage = 0
    for _ in range(int(os.environ.get("MESSAGES", "400"))):
        arguments = {key: some(2) for key in draw.sample(keys, draw.randrange(8))}
        if draw.randrange(3) == 0:
            arguments["threadId"] = 1
        name = draw.choice(names)
        if name in ("restart", "launch"):
            arguments = {}
        if draw.randrange(16) == 0:
            client.raw(bytes(draw.randrange(256) for _ in range(draw.randrange(40))) + b"\r\n\r\n")
            garbage += 1
        number = client.send(name, arguments)
        if draw.randrange(4) != 0:
            client.response(number)
    check("random messages: the server ends when it is asked to", 0, client.end())
    answered = sorted(r for r in client.responses if r[0] != 0)
    check(f"each request has one response with its number and command (seed {seed})", client.requests, answered)
    check("so has what is no message", [(0, "")] * garbage, [r for r in client.responses if r[0] == 0])


parts = (steps, heads, points, values, stores, running, input_and_faults, exceptions, refusals, odd_names, port, random_messages)
for part in [p for p in parts if p.__name__ in sys.argv[1:] or len(sys.argv) == 1]:
    try:
        part()
    except Exception as problem:  # the server has gone, or has refused
        check(f"{part.__name__} goes through", None, repr(problem))
print(f"1..{count}")
