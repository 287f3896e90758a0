"""A publisher's service that issues assets over a stream, and follows its events.

python issue.py <core address> <folder of pda pki> <publisher>
"""

import sys
import time
import uuid

from core import call, connect, repeated
from pda.asset.v1 import asset_pb2
from pda.event.v1 import event_service_pb2, event_service_pb2_grpc
from pda.publisher.v1 import (
    issuance_pb2,
    issuance_service_pb2,
    issuance_service_pb2_grpc,
    lifecycle_service_pb2,
    lifecycle_service_pb2_grpc,
)

STREAM_SECONDS = 600
PIECE = 2


def send(issuance, job, items):
    """Streams the items that the job does not have yet. Returns the results of these items.

    After a break the job itself tells where to go on.
    """
    results = []

    def attempt():
        find = issuance_service_pb2.GetIssuanceJobRequest(publisher_id=job.publisher_id, issuance_job_id=job.issuance_job_id)
        start = call(issuance.GetIssuanceJob, find).issuance_job.received_count
        pieces = (
            issuance_service_pb2.AddIssuanceItemsRequest(
                publisher_id=job.publisher_id,
                issuance_job_id=job.issuance_job_id,
                first_index=first,
                items=items[first : first + PIECE],
            )
            for first in range(start, len(items), PIECE)
        )
        for answer in issuance.StreamIssuanceItems(pieces, timeout=STREAM_SECONDS):
            results.extend(answer.items)
        print(f"streamed items {start} to {len(items) - 1}")

    repeated(attempt)
    return results


def follow(events, cursor):
    """Yields each event after the cursor, and waits for more. Store `event.cursor` with what you did about the event."""
    while True:
        page = call(events.ListEvents, event_service_pb2.ListEventsRequest(page_token=cursor))
        yield from page.items
        cursor = page.next_page_token
        if not page.items:
            time.sleep(0.5)


def main(address, pki, publisher):
    with connect(address, pki, "studio") as channel:
        issuance = issuance_service_pb2_grpc.IssuanceServiceStub(channel)
        # The third item has no name.
        names = ["Print 1", "Print 2", "", "Print 4", "Print 5"]
        profiles = [asset_pb2.AssetProfile(kind=asset_pb2.ASSET_KIND_GOOD, name=name) for name in names]
        items = [issuance_pb2.AssetSpecification(asset_profile=profile) for profile in profiles]
        create = issuance_service_pb2.CreateIssuanceJobRequest(
            publisher_id=publisher, reference=f"prints-{uuid.uuid4()}", item_count=len(items)
        )
        job = call(issuance.CreateIssuanceJob, create, create.reference).issuance_job
        # The first stream ends early, as after a break.
        results = send(issuance, job, items[:2]) + send(issuance, job, items)
        for result in results:
            for fault in result.errors:
                print("failed   item", result.index, fault.code, fault.reason, fault.field)

        revoke = lifecycle_service_pb2.RevokeAssetRequest(
            publisher_id=publisher, asset_id=results[0].asset_identifier, reason="Misprint"
        )
        lifecycle = lifecycle_service_pb2_grpc.AssetLifecycleServiceStub(channel)
        call(lifecycle.RevokeAsset, revoke, f"revoke-{revoke.asset_id}")
        for event in follow(event_service_pb2_grpc.EventServiceStub(channel), cursor=""):
            if event.subject == revoke.asset_id:
                print("event   ", event.type, asset_pb2.LifecycleStatus.Name(event.data.asset.lifecycle_status))
                break


main(*sys.argv[1:])
