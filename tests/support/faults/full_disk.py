"""A program that appends until its disk is full, makes room, and goes on.

usage: full_disk.py FOLDER

It mounts a small disk at the folder, in a namespace of its own: `unshare -rm` starts it. It prints how many
appends were acknowledged before, refused while the disk was full, and acknowledged after, and how many of the
acknowledged are lost.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

from playroom.online.log.club_logs import open_log
from playroom.online.log.table_log import LogEvent, NotStored

SIZE = "1m"
BALLAST = 300_000


async def main(folder: Path) -> None:
    ballast = folder / "ballast"
    ballast.write_bytes(bytes(BALLAST))
    log = await open_log(str(folder / "log.sqlite"))
    acknowledged: list[LogEvent] = []
    refused = 0
    while refused < 20:
        try:
            number = len(acknowledged)
            acknowledged.append(await log.append("oak", number, f"command-{number}", bytes(500)))
        except NotStored:
            refused += 1
    before = len(acknowledged)
    ballast.unlink()
    acknowledged += [
        await log.append("oak", n, f"command-{n}", bytes(500)) for n in range(before, before + 20)
    ]
    await log.close()
    log = await open_log(str(folder / "log.sqlite"))
    lost = set(acknowledged) - set(await log.read("oak"))
    await log.close()
    print(before, refused, len(acknowledged) - before, len(lost))


if __name__ == "__main__":
    mounted = sys.argv[1]
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", mounted], check=True)
    asyncio.run(main(Path(mounted)))
