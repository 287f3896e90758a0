"""An internal service that creates payments over gRPC: keys, deadlines, repeats, and errors as the core describes them.

python payments.py <core address> <folder of pda pki> <merchant> <asset type>
"""

import random
import sys
import time
import uuid

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from pda.payment.v1 import payment_pb2, payment_service_pb2, payment_service_pb2_grpc

DEADLINE_SECONDS = 10
ATTEMPTS_MAX = 5


class Refusal(Exception):
    """What google.rpc.Status in the trailer `grpc-status-details-bin` says of a failed call."""

    def __init__(self, error: grpc.RpcError):
        self.status = error.code()
        self.code = self.reason = ""
        self.fields = []
        self.repeat_after = None
        status = rpc_status.from_call(error)
        for detail in status.details if status else []:
            info, request, retry = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest(), error_details_pb2.RetryInfo()
            if detail.Unpack(info):
                self.code, self.reason = info.metadata["code"], info.reason
            elif detail.Unpack(request):
                self.fields = [violation.field for violation in request.field_violations]
            elif detail.Unpack(retry):
                self.repeat_after = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
        super().__init__(f"{self.status.name} {self.code} {self.reason} {' '.join(self.fields)}".strip())

    @property
    def may_repeat(self) -> bool:
        """The core says so, or the call has not reached it."""
        return self.repeat_after is not None or (self.code == "" and self.status == grpc.StatusCode.UNAVAILABLE)


def call(method, request, key=None):
    """Calls with a deadline, and repeats what may be repeated. A call with an effect needs a key, the same for each attempt."""
    metadata = (("idempotency-key", key),) if key else ()
    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            return method(request, timeout=DEADLINE_SECONDS, metadata=metadata)
        except grpc.RpcError as error:
            refusal = Refusal(error)
            if not refusal.may_repeat or attempt == ATTEMPTS_MAX:
                raise refusal from None
            time.sleep(max(refusal.repeat_after or 0, 0.1 * 2**attempt * random.uniform(0.5, 1.5)))


def pem(path):
    with open(path, "rb") as file:
        return file.read()


def main(address, pki, merchant, asset_type):
    credentials = grpc.ssl_channel_credentials(
        root_certificates=pem(f"{pki}/tier/root.crt"),
        private_key=pem(f"{pki}/services/shop.key"),
        certificate_chain=pem(f"{pki}/services/shop.crt"),
    )
    with grpc.secure_channel(address, credentials) as channel:
        payments = payment_service_pb2_grpc.PaymentServiceStub(channel)
        # Store the key with your order before you send: whatever happens then, the same key finds the same payment.
        key = f"order-{uuid.uuid4()}"
        request = payment_service_pb2.CreatePaymentRequest(amount="12.50", asset_type=asset_type, merchant_id=merchant)
        created = call(payments.CreatePayment, request, key).payment
        print("created ", created.amount, payment_pb2.PaymentStatus.Name(created.status))

        repeated = call(payments.CreatePayment, request, key).payment
        print("repeated", "the same payment" if repeated.payment_id == created.payment_id else "ANOTHER PAYMENT")

        read = call(payments.GetPayment, payment_service_pb2.GetPaymentRequest(payment_id=created.payment_id)).payment
        print("read    ", read.amount, payment_pb2.PaymentStatus.Name(read.status))

        try:
            request.amount = "0.0000001"
            call(payments.CreatePayment, request, f"order-{uuid.uuid4()}")
        except Refusal as refusal:
            print("refused ", refusal)


main(*sys.argv[1:])
