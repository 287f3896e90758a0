// Package sandbox helps to test against a sandbox: a wallet that pays, and the clock. It is not for production, where holders keep the keys
// of their wallets and value is not for nothing.
package sandbox

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	pda "pda.example/clients/go"
	"pda.example/clients/go/call"
	"pda.example/clients/go/gen/api"
)

// Wallet is a wallet whose key is in the memory of this process only.
type Wallet struct {
	// ID is the identifier of the wallet, `wal_…`.
	ID     string
	client *pda.Client
	key    *ecdsa.PrivateKey
}

// NewWallet makes a P-256 key and creates a wallet for it. The client needs a key with the scopes wallets.write, wallets.read and
// wallets.pay: in a sandbox, the operator's.
func NewWallet(ctx context.Context, client *pda.Client) (*Wallet, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	public, err := key.PublicKey.ECDH()
	if err != nil {
		return nil, err
	}
	point := public.Bytes() // 4, x, y (SEC 1)
	wallet, err := client.CreateWallet(ctx, api.CreateWalletRequest{HolderKey: api.HolderKeyInput{
		Kty: "EC", Crv: "P-256", X: base64url(point[1:33]), Y: base64url(point[33:]),
	}})
	if err != nil {
		return nil, err
	}
	return &Wallet{wallet.WalletID, client, key}, nil
}

// Fund gives the wallet test value: amount is a decimal number, for example "12.50".
func (w *Wallet) Fund(ctx context.Context, amount, assetType string) (*api.Issuance, error) {
	return w.client.FundWallet(ctx, w.ID, api.FundWalletRequest{Amount: amount, AssetType: assetType})
}

// Pay looks a payment reference up and pays what it asks for.
func (w *Wallet) Pay(ctx context.Context, reference string, options ...call.Option) (*api.PaymentRequest, error) {
	request, err := w.client.ResolvePaymentReference(ctx, w.ID, reference)
	if err != nil {
		return nil, err
	}
	return w.Authorize(ctx, request, options...)
}

// Authorize signs the amount, the asset type, the merchant and the payment of a request with the key of the wallet, and pays.
func (w *Wallet) Authorize(ctx context.Context, request *api.PaymentRequest, options ...call.Option) (*api.PaymentRequest, error) {
	authorization, err := w.sign(request)
	if err != nil {
		return nil, err
	}
	body := api.AuthorizePaymentRequest{Authorization: authorization}
	return w.client.AuthorizePayment(ctx, w.ID, request.PaymentID, body, options...)
}

// sign returns the agreement of the holder: a compact JWS (RFC 7515, ES256), valid for two minutes of real time.
func (w *Wallet) sign(request *api.PaymentRequest) (string, error) {
	now := time.Now().Unix()
	claims, err := json.Marshal(map[string]any{
		"aud": request.Audience, "nonce": request.Nonce, "iat": now, "exp": now + 120,
		"paymentId": request.PaymentID, "merchantId": request.MerchantID,
		"amount": request.Amount, "assetType": request.AssetType,
	})
	if err != nil {
		return "", err
	}
	signed := base64url([]byte(`{"alg":"ES256","typ":"pda-pay+jws"}`)) + "." + base64url(claims)
	digest := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, w.key, digest[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64) // both numbers in 32 bytes (RFC 7518 §3.4)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signed + "." + base64url(signature), nil
}

// AdvanceClock moves the clock of the sandbox, by whole seconds. The client needs a key with the scope sandbox.admin.
func AdvanceClock(ctx context.Context, client *pda.Client, by time.Duration) (*api.Sandbox, error) {
	seconds := strconv.FormatInt(int64(by/time.Second), 10)
	return client.AdvanceClock(ctx, api.AdvanceClockRequest{Seconds: seconds})
}

func base64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
