"""recorder.py LOG PROGRAM...: runs a language server and writes every message to LOG, one a line: `> ` from the
client, `< ` from the server."""

import subprocess
import sys
import threading


def messages(stream):
    """The messages of a stream, each as (raw bytes, content)."""
    while True:
        header = b""
        while not header.endswith(b"\r\n\r\n"):
            byte = stream.read(1)
            if not byte:
                return
            header += byte
        length = next(
            int(line.split(b":")[1]) for line in header.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        content = b""
        while len(content) < length:
            part = stream.read(length - len(content))
            if not part:
                return
            content += part
        yield header + content, content


def main():
    log_name, *command = sys.argv[1:]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()
    with open(log_name, "ab", buffering=0) as log:

        def note(mark, content):
            with lock:
                log.write(mark + content.replace(b"\n", b" ") + b"\n")

        def from_client():
            for raw, content in messages(sys.stdin.buffer):
                note(b"> ", content)
                server.stdin.write(raw)
                server.stdin.flush()
            server.stdin.close()

        threading.Thread(target=from_client, daemon=True).start()
        for raw, content in messages(server.stdout):
            note(b"< ", content)
            sys.stdout.buffer.write(raw)
            sys.stdout.buffer.flush()
        sys.exit(server.wait())


main()
