package main

import (
	"context"
	"crypto"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

// callers have other steps than the scenario: those of a merchant, or of the holder of a wallet to be, whose credential is in the environment;
// those of a caller that verifies answers; and of one that follows a stream.
var callers = map[string][]step{
	"merchant": {{"read", readPayments}, {"write", writePayment}},
	"holder":   {{"wallet", holdWallet}},
	"verified": {{"answers", verifyAnswers}},
	"stream":   {{"events", followStream}},
}

// caller returns a client with the credential of the environment, which has no variables for a token that is bound to a key.
func caller() (*pda.Client, error) {
	token := os.Getenv("PDA_TRY_TOKEN")
	if token == "" {
		return pda.New()
	}
	text, err := os.ReadFile(os.Getenv("PDA_TRY_DPOP_KEY_FILE"))
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the file has no key")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	return pda.New(pda.WithDPoP(func(context.Context) (string, error) { return token, nil }, key.(crypto.Signer)))
}

func readPayments(s *scenario) error {
	client, err := caller()
	if err != nil {
		return err
	}
	// Twice, because a proof counts once.
	for range 2 {
		params := &api.ListPaymentsParams{OrderReference: "a&b c/ü", PageSize: 1}
		if _, err := client.ListPayments(s.ctx, params, call.RequestID("try-"+s.word)); err != nil {
			return err
		}
	}
	return nil
}

func writePayment(s *scenario) error {
	client, err := caller()
	if err != nil {
		return err
	}
	body := api.CreatePaymentRequest{Amount: "1", AssetType: os.Getenv("PDA_TRY_ASSET_TYPE"), MerchantID: os.Getenv("PDA_TRY_MERCHANT"), Description: "Käse"}
	first, err := client.CreatePayment(s.ctx, body, call.IdempotencyKey("try-"+s.word))
	if err != nil {
		return err
	}
	again, err := client.CreatePayment(s.ctx, body, call.IdempotencyKey("try-"+s.word))
	if err != nil {
		return err
	}
	if err := expect("payment", again.PaymentID, first.PaymentID); err != nil {
		return err
	}
	cancelled, err := client.CancelPayment(s.ctx, first.PaymentID, call.IfVersion(first.Version))
	if err != nil {
		return err
	}
	return expect("status", cancelled.Status, api.PaymentStatusCancelled)
}

func holdWallet(s *scenario) error {
	client, err := caller()
	if err != nil {
		return err
	}
	var key api.HolderKeyInput
	if err := json.Unmarshal([]byte(os.Getenv("PDA_TRY_HOLDER_KEY")), &key); err != nil {
		return err
	}
	wallet, err := client.CreateWallet(s.ctx, api.CreateWalletRequest{HolderKey: key})
	if err != nil {
		return err
	}
	for _, err := range client.ListBalancesAll(s.ctx, wallet.WalletID, &api.ListBalancesParams{PageSize: 1}) {
		return fmt.Errorf("the new wallet has a balance, or cannot be read: %w", err)
	}
	return nil
}
