module pda.example/clients/go

go 1.24
