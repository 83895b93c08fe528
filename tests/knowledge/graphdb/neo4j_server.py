"""A real Neo4j 5.26 on loopback, of jars that Maven fetches; where that cannot be, the reason is told."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from knowledge.graphdb.client import Account

HERE = Path(__file__).parent / "neo4j_jars"
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
FETCH_S, READY_S = 240, 120
FIRST, PASSWORD = "neo4j", "only-on-loopback"
CONFIG = """
server.bolt.enabled=true
dbms.security.auth_enabled=true
server.bolt.listen_address=127.0.0.1:{port}
server.memory.pagecache.size=32m
dbms.usage_report.enabled=false
"""


class Unavailable(Exception):
    """Why there is no Neo4j here."""


@contextmanager
def neo4j_server(home: Path) -> Iterator[Account]:
    """A running server with its data in `home`, and the account of its one user. Raises Unavailable."""
    classes = _class_path()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = home / "neo4j.conf"
    config.write_text(CONFIG.format(port=port), encoding="utf-8")
    command = ["java", "-Xmx512m", "-cp", classes, str(HERE / "Serve.java"), str(home), str(config)]
    with (
        (home / "server.log").open("wb") as log,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log) as process,
    ):
        try:
            _wait(process, home / "server.log")
            uri = f"bolt://127.0.0.1:{port}"
            _set_password(uri)
            yield Account(uri, "neo4j", PASSWORD, "neo4j")
        finally:
            if process.stdin is not None:
                process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


def _class_path() -> str:
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            raise Unavailable(f"no {program} on this machine")
    told = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', told)
    if version is None or int(version[1]) not in {17, 21}:
        raise Unavailable(f"Neo4j 5.26 runs on Java 17 or 21, here is {told.splitlines()[:1]}")
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "classes"
        command = ["mvn", "-B", "-q", "-f", str(HERE / "pom.xml"), PLUGIN, f"-Dmdep.outputFile={found}"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_S, check=False)
        except subprocess.TimeoutExpired:
            raise Unavailable(f"Maven did not fetch Neo4j within {FETCH_S} s") from None
        if done.returncode or not found.exists():
            raise Unavailable(f"Maven could not fetch Neo4j: {done.stdout.strip()[:300]}")
        return found.read_text(encoding="utf-8").strip()


def _wait(process: subprocess.Popen[bytes], log: Path) -> None:
    lines: list[bytes] = []
    reading = threading.Thread(target=lambda: lines.append(process.stdout.readline()), daemon=True)
    reading.start()
    reading.join(READY_S)
    if lines != [b"ready\n"]:
        raise Unavailable(f"Neo4j did not start within {READY_S} s: {log.read_text(errors='replace')[-500:]}")


def _set_password(uri: str) -> None:
    from neo4j import GraphDatabase

    with GraphDatabase.driver(uri, auth=("neo4j", FIRST)) as driver, driver.session(database="system") as session:
        session.run("ALTER CURRENT USER SET PASSWORD FROM $old TO $new", old=FIRST, new=PASSWORD).consume()
