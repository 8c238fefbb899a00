"""client.py - a client of the Debug Adapter Protocol for tests: python's standard library only."""
import json
import os
import select
import subprocess
import time


class Client:
    """A server `pramsim --dap` and what it has said."""

    def __init__(self, command=("pramsim", "--dap"), streams=None):
        self.process = None
        if streams is None:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            streams = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.reading, self.writing = streams
        self.sent = 0
        self.requests = []  # (number, command) of each
        self.responses = []  # likewise; number 0: to what is no message
        self.bytes = b""
        self.events = []  # that nobody has waited for
        self.output = ""
        self.limit = float(os.environ.get("SLOWNESS", "100")) * 1.2

    def raw(self, data):
        while data:
            data = data[os.write(self.writing, data) :]

    def send(self, command, arguments=None):
        self.sent += 1
        self.requests.append((self.sent, command))
        message = {"seq": self.sent, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        text = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        return self.sent

    def take(self):
        """The next message; None: there are no more."""
        end = time.monotonic() + self.limit
        while True:
            head, found, rest = self.bytes.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.bytes = rest[length:]
                    message = json.loads(rest[:length])
                    if message["type"] == "response":
                        self.responses.append((message["request_seq"], message["command"]))
                    return message
            if not select.select([self.reading], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("no message from the server")
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                return None
            self.bytes += piece

    def note(self, message):
        if message["type"] == "event" and message["event"] == "output":
            self.output += message["body"]["output"]
        else:
            self.events.append(message)

    def response(self, number):
        while True:
            message = self.take()
            if message is None:
                raise EOFError("the server has gone")
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            self.note(message)

    def ask(self, command, **arguments):
        """The body of the response; an error is an exception."""
        answer = self.response(self.send(command, arguments))
        if not answer["success"]:
            raise RuntimeError(answer["message"])
        return answer.get("body", {})

    def refuse(self, command, **arguments):
        answer = self.response(self.send(command, arguments))
        return None if answer["success"] else answer["message"]

    def event(self, *names):
        """The next event of one of these names."""
        while True:
            for k, message in enumerate(self.events):
                if message["event"] in names:
                    del self.events[k]
                    return message.get("body", {}) | {"event": message["event"]}
            message = self.take()
            if message is None:
                raise EOFError("the server has gone")
            self.note(message)

    def stop(self, command=None, **arguments):
        """What a command that moves the run leads to."""
        if command is not None:
            self.ask(command, **arguments)
        return self.event("stopped", "terminated")

    def launch(self, program, breakpoints=(), **arguments):
        """Launches, sets breakpoints: functions, or pairs of a file and its breakpoints; the run begins."""
        self.ask("initialize", adapterID="pramsim", linesStartAt1=True)
        self.ask("launch", program=program, **arguments)
        self.event("initialized")
        answers = []
        for point in breakpoints:
            if isinstance(point, str):
                answers += self.ask("setFunctionBreakpoints", breakpoints=[{"name": point}])["breakpoints"]
            else:
                answers += self.ask("setBreakpoints", source={"path": point[0]}, breakpoints=point[1])["breakpoints"]
        self.ask("configurationDone")
        return answers

    def top(self, stop):
        frame = self.ask("stackTrace", threadId=stop["threadId"], startFrame=0, levels=1)["stackFrames"][0]
        return frame["name"], frame["line"]

    def scope(self, stop, name):
        frame = self.ask("stackTrace", threadId=stop["threadId"], startFrame=0, levels=1)["stackFrames"][0]
        scopes = self.ask("scopes", frameId=frame["id"])["scopes"]
        return [s["variablesReference"] for s in scopes if s["name"] == name][0]

    def drain(self):
        """Takes all messages up to the end."""
        while (message := self.take()) is not None:
            if message["type"] == "event":
                self.note(message)

    def end(self):
        self.ask("disconnect")
        self.drain()
        return self.process.wait(self.limit) if self.process else 0
