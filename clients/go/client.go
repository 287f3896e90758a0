// Package pda is the Go client of the Physical Digital Asset service.
//
//	client, err := pda.New(pda.WithBaseURL("https://pda.example"), pda.WithAPIKey(key))
//	payment, err := client.CreatePayment(ctx, api.CreatePaymentRequest{
//		Amount: "12.50", AssetType: "USDX", MerchantID: merchantID,
//	}, call.IdempotencyKey("order-1001"))
//
// The operations are methods of the Client, typed by the contract: package api has their requests and answers, package call the options of a
// single call, package reason the reasons of refusals. A call returns the data of its answer, or a *Error (the service refused), a
// *ConnectionError (no answer) or a *ProtocolError (an answer of something else).
package pda

import (
	"pda.example/clients/go/gen/api"
	"pda.example/clients/go/gen/contract"
)

// Version is the version of this library and of the contract that it was generated from.
const Version = contract.Version

// Client calls the service. It is safe for concurrent use; make one for each caller.
type Client struct {
	*api.Operations
	transport *transport
}

// New returns a client. It makes no request.
func New(options ...Option) (*Client, error) {
	settings, base, err := settle(options)
	if err != nil {
		return nil, err
	}
	credential, err := credentialOf(settings, base.String())
	if err != nil {
		return nil, err
	}
	transport := newTransport(settings, base, credential)
	return &Client{api.NewOperations(transport), transport}, nil
}

// Close closes the idle connections.
func (c *Client) Close() { c.transport.http.CloseIdleConnections() }

// String returns the address of the service; it never shows the key.
func (c *Client) String() string { return "pda.Client(" + c.transport.base.String() + ")" }

// GoString returns the same as String, so that no format prints the key.
func (c *Client) GoString() string { return c.String() }

// Ptr returns a pointer to a value, for the optional members of requests in which 0 or false means something else than absent.
func Ptr[T any](value T) *T { return &value }
