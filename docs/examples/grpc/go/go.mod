module pda.example/shop

go 1.24

require (
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260209200024-4cfbd4190f57
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
	pda.example/protos/go v0.0.0
)

// The packages that buf generates from the protos (docs/quickstart-grpc.md).
replace pda.example/protos/go => ./pda
