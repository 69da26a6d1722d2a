# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
"""Transfers a table with the generated client.

usage: transfer.py SOURCE DESTINATION KEYSPACE TABLE, with the addresses of two sidecars
"""

import sys
import time

from idaeus_client import Client
from idaeus_client.api.sstables import list_sstables
from idaeus_client.api.transfers import create_transfer, get_transfer
from idaeus_client.models import Problem, SourceRef, TableRef, TransferRequest, TransferState

ENDED = (TransferState.COMPLETED, TransferState.FAILED, TransferState.CANCELLED)


def checked(answer):
    if answer is None or isinstance(answer, Problem):
        sys.exit(f"transfer.py: found {answer}, expected a result")
    return answer


def main(source: str, destination: str, keyspace: str, table: str) -> None:
    page = checked(list_sstables.sync(client=Client(base_url=source), keyspace=keyspace, table=table))
    print(f"{len(page.sstables)} SSTables at the source")

    client = Client(base_url=destination)
    problem = list_sstables.sync(client=client, keyspace="no_such_keyspace", table=table)
    if not isinstance(problem, Problem) or problem.type_ != "urn:idaeus:problem:unknown-keyspace":
        sys.exit(f"transfer.py: found {problem}, expected the problem unknown-keyspace")

    request = TransferRequest(
        sources=[SourceRef(uri=source)], tables=[TableRef(keyspace=keyspace, table=table)]
    )
    transfer = checked(create_transfer.sync(client=client, body=request))
    while transfer.state not in ENDED:
        time.sleep(0.2)
        transfer = checked(get_transfer.sync(transfer.id, client=client))
    print(f"{transfer.state.value} {transfer.outcome.value} {transfer.sstables.imported}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
