"""A service that creates payments over gRPC.

python payments.py <core address> <folder of pda pki> <merchant> <asset type>
"""

import sys
import uuid

from core import Refusal, call, connect
from pda.payment.v1 import payment_pb2, payment_service_pb2, payment_service_pb2_grpc


def main(address, pki, merchant, asset_type):
    with connect(address, pki, "shop") as channel:
        payments = payment_service_pb2_grpc.PaymentServiceStub(channel)
        # Store the key with your order before you send: whatever happens then, the same key finds the same payment.
        key = f"order-{uuid.uuid4()}"
        request = payment_service_pb2.CreatePaymentRequest(amount="12.50", asset_type=asset_type, merchant_id=merchant)
        created = call(payments.CreatePayment, request, key).payment
        print("created ", created.amount, payment_pb2.PaymentStatus.Name(created.status))

        again = call(payments.CreatePayment, request, key).payment
        print("repeated", "the same payment" if again.payment_id == created.payment_id else "ANOTHER PAYMENT")

        read = call(payments.GetPayment, payment_service_pb2.GetPaymentRequest(payment_id=created.payment_id)).payment
        print("read    ", read.amount, payment_pb2.PaymentStatus.Name(read.status))

        try:
            request.amount = "0.0000001"
            call(payments.CreatePayment, request, f"order-{uuid.uuid4()}")
        except Refusal as refusal:
            print("refused ", refusal)


main(*sys.argv[1:])
