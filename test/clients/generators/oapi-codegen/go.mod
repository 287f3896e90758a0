module calls

go 1.24

require pda.example/client v0.0.0

replace pda.example/client => ../client
