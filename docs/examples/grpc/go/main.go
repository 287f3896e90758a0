// An internal service that creates payments over gRPC: keys, deadlines, repeats, and errors as the core describes them.
//
//	go run . <core address> <folder of pda pki> <merchant> <asset type>
package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	paymentv1 "pda.example/clients/go/gen/pda/payment/v1"
)

const (
	deadline    = 10 * time.Second
	attemptsMax = 5
)

// Refusal is what google.rpc.Status in the trailer grpc-status-details-bin says of a failed call.
type Refusal struct {
	Status       codes.Code
	Code, Reason string
	Fields       []string
	// RepeatAfter is nil unless a repeat may succeed.
	RepeatAfter *time.Duration
}

func (r *Refusal) Error() string {
	return strings.Join(append([]string{r.Status.String(), r.Code, r.Reason}, r.Fields...), " ")
}

// mayRepeat tells whether the core says so, or the call has not reached it.
func (r *Refusal) mayRepeat() bool {
	return r.RepeatAfter != nil || (r.Code == "" && r.Status == codes.Unavailable)
}

func refusalOf(err error) *Refusal {
	described := status.Convert(err)
	refusal := &Refusal{Status: described.Code()}
	for _, detail := range described.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			refusal.Code, refusal.Reason = detail.GetMetadata()["code"], detail.GetReason()
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				refusal.Fields = append(refusal.Fields, violation.GetField())
			}
		case *errdetails.RetryInfo:
			after := detail.GetRetryDelay().AsDuration()
			refusal.RepeatAfter = &after
		}
	}
	return refusal
}

// call calls with a deadline, and repeats what may be repeated. A call with an effect needs a key, the same for each attempt.
func call[Request, Response any](
	method func(context.Context, Request, ...grpc.CallOption) (Response, error), request Request, key string,
) (Response, error) {
	for attempt := 1; ; attempt++ {
		ctx, cancel := context.WithTimeout(context.Background(), deadline)
		if key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
		}
		response, err := method(ctx, request)
		cancel()
		if err == nil {
			return response, nil
		}
		refusal := refusalOf(err)
		if !refusal.mayRepeat() || attempt == attemptsMax {
			return response, refusal
		}
		wait := time.Duration(float64(100*time.Millisecond<<attempt) * (0.5 + mathrand.Float64()))
		if refusal.RepeatAfter != nil {
			wait = max(wait, *refusal.RepeatAfter)
		}
		time.Sleep(wait)
	}
}

func credentialsFrom(pki string) (credentials.TransportCredentials, error) {
	root, err := os.ReadFile(filepath.Join(pki, "tier/root.crt"))
	if err != nil {
		return nil, err
	}
	own, err := tls.LoadX509KeyPair(filepath.Join(pki, "services/shop.crt"), filepath.Join(pki, "services/shop.key"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(root)
	return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13, RootCAs: roots, Certificates: []tls.Certificate{own}}), nil
}

func run(address, pki, merchant, assetType string) error {
	secure, err := credentialsFrom(pki)
	if err != nil {
		return err
	}
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(secure))
	if err != nil {
		return err
	}
	defer channel.Close()
	payments := paymentv1.NewPaymentServiceClient(channel)

	// Store the key with your order before you send: whatever happens then, the same key finds the same payment.
	key := "order-" + rand.Text()
	request := &paymentv1.CreatePaymentRequest{Amount: "12.50", AssetType: assetType, MerchantId: merchant}
	created, err := call(payments.CreatePayment, request, key)
	if err != nil {
		return err
	}
	fmt.Println("created ", created.GetPayment().GetAmount(), created.GetPayment().GetStatus())

	repeated, err := call(payments.CreatePayment, request, key)
	if err != nil {
		return err
	}
	if repeated.GetPayment().GetPaymentId() != created.GetPayment().GetPaymentId() {
		return errors.New("the repeat made another payment")
	}
	fmt.Println("repeated the same payment")

	read, err := call(payments.GetPayment, &paymentv1.GetPaymentRequest{PaymentId: created.GetPayment().GetPaymentId()}, "")
	if err != nil {
		return err
	}
	fmt.Println("read    ", read.GetPayment().GetAmount(), read.GetPayment().GetStatus())

	request.Amount = "0.0000001"
	var refusal *Refusal
	if _, err = call(payments.CreatePayment, request, "order-"+rand.Text()); !errors.As(err, &refusal) {
		return errors.New("an amount with too many digits was not refused")
	}
	fmt.Println("refused ", refusal)
	return nil
}

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: go run . <core address> <folder of pda pki> <merchant> <asset type>")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		log.Fatal(err)
	}
}
