"""How a service calls the core: its certificate, deadlines, repeats, and errors as the core describes them."""

import random
import time

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

DEADLINE_SECONDS = 10
ATTEMPTS_MAX = 5
WAIT_SECONDS_MAX = 30
REPEATED = {
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,
}


class Refusal(Exception):
    """What google.rpc.Status in the trailer `grpc-status-details-bin` says of a failed call.

    `code` is empty when the answer is not the core's, for example when the connection broke.
    """

    def __init__(self, error: grpc.RpcError):
        self.status = error.code()
        self.code = self.reason = ""
        self.fields = []
        self.wait_seconds = 0.0
        status = rpc_status.from_call(error)
        for detail in status.details if status else []:
            info, request, retry = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest(), error_details_pb2.RetryInfo()
            if detail.Unpack(info):
                self.code, self.reason = info.metadata["code"], info.reason
            elif detail.Unpack(request):
                self.fields = [violation.field for violation in request.field_violations]
            elif detail.Unpack(retry):
                self.wait_seconds = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
        super().__init__(f"{self.status.name} {self.code} {self.reason} {' '.join(self.fields)}".strip())


def repeated(attempt):
    """Calls `attempt` until it succeeds. Repeats what may be repeated, after a pause, a few times.

    Raises Refusal.
    """
    for number in range(1, ATTEMPTS_MAX + 1):
        try:
            return attempt()
        except grpc.RpcError as error:
            refusal = Refusal(error)
            wait = max(refusal.wait_seconds, 0.1 * 2**number * random.uniform(0.5, 1.5))
            if refusal.status not in REPEATED or number == ATTEMPTS_MAX or wait > WAIT_SECONDS_MAX:
                raise refusal from None
            time.sleep(wait)


def call(method, request, key=None):
    """Calls with a deadline. A call with an effect needs a key, which is the same in each attempt. Raises Refusal."""
    metadata = (("idempotency-key", key),) if key else ()
    return repeated(lambda: method(request, timeout=DEADLINE_SECONDS, metadata=metadata))


def connect(address, pki, service):
    """Returns a channel to the core with the certificate of a service, made by `pda pki issue`."""
    credentials = grpc.ssl_channel_credentials(
        root_certificates=_pem(f"{pki}/tier/root.crt"),
        private_key=_pem(f"{pki}/services/{service}.key"),
        certificate_chain=_pem(f"{pki}/services/{service}.crt"),
    )
    return grpc.secure_channel(address, credentials)


def _pem(path):
    with open(path, "rb") as file:
        return file.read()
