"""Our server as `tablee serve` runs it, in a process of its own, without the limits that hold for one address."""

import argparse
import json
from cProfile import Profile
from pathlib import Path

from tablee.server.run import run, serve


def tell(port: int) -> None:
    print(json.dumps({"port": port}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--store", default="", help="a PostgreSQL instead of the file")
    parser.add_argument("--profile", type=Path)
    args = parser.parse_args()
    serving = serve("127.0.0.1", 0, args.database, store=args.store, ready=tell, limits=False)
    if args.profile is None:
        run(serving)
    else:
        profile = Profile()
        profile.runcall(run, serving)
        profile.dump_stats(args.profile)
