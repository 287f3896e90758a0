package pda_test

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/gen/reason"
	"pda.example/clients/go/sandbox"
)

// The code of README.md, compiled. TestReadme compares the texts.
var _ = []any{firstCall, withCertificate, refusals, lostAnswer, pages, events, streamed, received, inSandbox}

func firstCall(ctx context.Context, key, merchantID string) error {
	client, err := pda.New(pda.WithBaseURL("https://localhost:8443"), pda.WithAPIKey(key), pda.WithCAFile(".pda/pki/tier/root.crt"))
	if err != nil {
		return err
	}
	defer client.Close()

	payment, err := client.CreatePayment(ctx, api.CreatePaymentRequest{
		Amount:         "12.50",
		AssetType:      "USDX",
		MerchantID:     merchantID,
		OrderReference: "1001",
	}, call.IdempotencyKey("order-1001"))
	if err != nil {
		return err
	}
	fmt.Println(payment.PaymentID, payment.Status) // pay_01m7xz42wmfk4a0a753cy92p9w pending
	return nil
}

func withCertificate() (*pda.Client, error) {
	client, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithClientCertificateFiles("certificate.pem", "key.pem"))
	return client, err
}

func refusals(ctx context.Context, client *pda.Client, request api.CreateRefundRequest) error {
	_, err := client.CreateRefund(ctx, request)
	var refusal *pda.Error
	if errors.As(err, &refusal) {
		switch {
		case refusal.Reason() == reason.RefundExceedsPaid:
			return fmt.Errorf("less is left of the payment than %s", request.RefundAmount)
		case refusal.Reason() == reason.UnknownTransaction:
			return errors.New("there is no such transaction")
		}
	}
	return err
}

func lostAnswer(ctx context.Context, client *pda.Client, key string, request api.CreatePaymentRequest) (*api.Payment, error) {
	payment, err := client.CreatePayment(ctx, request, call.IdempotencyKey(key))
	var lost *pda.ConnectionError
	if errors.As(err, &lost) {
		outcome, err := client.GetOutcome(ctx, lost.IdempotencyKey, nil)
		if err != nil {
			return nil, err // 404: nothing was executed up to now
		}
		if outcome.Status != api.OutcomeStatusCompleted {
			return nil, lost // send the same request again, with the same key
		}
		return client.GetPayment(ctx, outcome.ResourceID)
	}
	return payment, err
}

func pages(ctx context.Context, client *pda.Client) error {
	params := &api.ListPaymentsParams{Status: api.PaymentStatusPending, PageSize: 200}
	for payment, err := range client.ListPaymentsAll(ctx, params) {
		if err != nil {
			return err
		}
		fmt.Println(payment.PaymentID, payment.Amount)
	}
	return nil
}

func events(ctx context.Context, client *pda.Client, cursor string) (string, error) {
	for event, err := range client.ListEventsAll(ctx, &api.ListEventsParams{PageToken: cursor}) {
		if err != nil {
			return cursor, err
		}
		switch event.Type {
		case "payment.completed":
			fmt.Println("paid:", event.Data.Payment.PaymentID)
		default: // also a type that this version does not know
		}
		cursor = event.Cursor
	}
	return cursor, nil
}

func streamed(ctx context.Context, client *pda.Client, cursor string, store func(string) error) error {
	stream := client.StreamEvents(pda.StreamAfter(cursor), pda.StreamType("payment.completed"))
	for event, err := range stream.All(ctx) {
		if err != nil {
			return err
		}
		if err := store(event.Cursor); err != nil { // in the transaction of what you did about it
			return err
		}
	}
	return nil
}

func received(verifier *pda.WebhookVerifier, request *http.Request, body []byte, store func(string) error) (int, []byte) {
	webhook, err := verifier.Verify(body, request.Header)
	var refused *pda.WebhookError
	switch {
	case errors.As(err, &refused):
		return http.StatusUnauthorized, []byte(refused.Message)
	case err != nil:
		return http.StatusInternalServerError, nil
	case webhook.Kind == pda.WebhookVerification:
		return http.StatusOK, webhook.Answer
	case webhook.Kind == pda.WebhookEvent:
		if err := store(webhook.Event.ID); err != nil { // into a table with the identifier as its key
			return http.StatusInternalServerError, nil
		}
	}
	return http.StatusNoContent, nil // a test event, too
}

func inSandbox(ctx context.Context, operator, merchant *pda.Client, payment *api.Payment) error {
	wallet, err := sandbox.NewWallet(ctx, operator) // with a key of its own, in memory
	if err != nil {
		return err
	}
	if _, err := wallet.Fund(ctx, "100", "USDX"); err != nil {
		return err
	}
	reference, err := merchant.GeneratePaymentReference(ctx, payment.PaymentID)
	if err != nil {
		return err
	}
	paid, err := wallet.Pay(ctx, reference.Reference)
	if err != nil {
		return err
	}
	fmt.Println(paid.Status) // completed
	_, err = sandbox.AdvanceClock(ctx, operator, time.Hour)
	return err
}

func publicKey() (*pda.Client, error) {
	client, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithPublicKeyFile("pky_01m7xz42wmfk4a0a753cy92p9w", "office.key"))
	return client, err
}

func signature(key string) (*pda.Client, error) {
	client, err := pda.New(pda.WithAPIKey(key), pda.WithSignatureFile("pky_01m7xz42wmfk4a0a753cy92p9w", "office.key"))
	return client, err
}

func holder() (*pda.Client, error) {
	client, err := pda.New(pda.WithoutAPIKey(), pda.WithSignatureFile("", "wallet.pem"))
	return client, err
}

func dpop(issuer interface {
	Token(context.Context) (string, error)
}, key crypto.Signer) (*pda.Client, error) {
	token := func(ctx context.Context) (string, error) { return issuer.Token(ctx) } // from your issuer, kept until it ends
	client, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithDPoP(token, key))
	return client, err
}

func delegated(key crypto.Signer) (*pda.Client, error) {
	delegation := func(context.Context) (string, error) {
		text, err := os.ReadFile("delegation.jwt")
		return strings.TrimSpace(string(text)), err
	}
	client, err := pda.New(pda.WithoutAPIKey(), pda.WithDPoP(delegation, key))
	return client, err
}

func verified() (*pda.Client, error) {
	client, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithVerifiedAnswers())
	return client, err
}

// tokens is an issuer of one token.
type tokens string

func (t tokens) Token(context.Context) (string, error) { return string(t), nil }

// The examples of credentials make clients that work.
func TestReadmeCredentials(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	t.Chdir(t.TempDir())
	for from, to := range map[string]string{keyFile(t, keys["EdDSA"]): "office.key", keyFile(t, keys["ES256"]): "wallet.pem"} {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("root.pem", service.root(), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PDA_URL", service.URL)
	t.Setenv("PDA_CA_FILE", "root.pem")
	for _, example := range []func() (*pda.Client, error){
		publicKey,
		func() (*pda.Client, error) { return signature(secret) },
		holder,
		verified,
		func() (*pda.Client, error) { return dpop(tokens("token"), keys["ES256"]) },
	} {
		if _, err := example(); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile("delegation.jwt", []byte("delegation\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	till := func() (*pda.Client, error) { return delegated(keys["ES256"]) }
	for _, example := range []func() (*pda.Client, error){func() (*pda.Client, error) { return signature(secret) }, holder, till} {
		client, err := example()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.GetServerInfo(t.Context()); err != nil {
			t.Error(err)
		}
	}
	seen := service.seen()
	readSignature(t, seen[0], keys["EdDSA"].Public())
	readSignature(t, seen[1], keys["ES256"].Public())
	if got := seen[2].Header.Get("Authorization"); got != "DPoP delegation" {
		t.Errorf("Authorization was %q", got)
	}
}

func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	compiled := strings.ReplaceAll(string(source), "\n\t", "\n")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 6 {
		t.Errorf("README.md has %d blocks of Go", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(compiled, block[1]) {
			t.Errorf("this code of README.md is not in readme_test.go:\n%s", block[1])
		}
	}
	if !strings.Contains(string(readme), "@v"+pda.Version) {
		t.Errorf("README.md names another version than %s", pda.Version)
	}
}
