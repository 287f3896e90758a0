# Calls the core knowing nothing but what its reflection says: no proto and no generated code.
import sys

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.json_format import MessageToJson
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

address, pki, payment_id = sys.argv[1:]


def pem(name):
    with open(f"{pki}/{name}", "rb") as file:
        return file.read()


credentials = grpc.ssl_channel_credentials(
    pem("tier/root.crt"), pem("services/shop.key"), pem("services/shop.crt")
)
with grpc.secure_channel(address, credentials) as channel:
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    method = pool.FindServiceByName("pda.payment.v1.PaymentService").FindMethodByName("GetPayment")
    request, response = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
    call = channel.unary_unary(
        f"/{method.containing_service.full_name}/{method.name}", request.SerializeToString, response.FromString
    )
    print(MessageToJson(call(request(payment_id=payment_id), timeout=10).payment))
