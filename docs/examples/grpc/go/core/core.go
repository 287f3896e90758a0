// Package core is how a service calls the core: its certificate, deadlines, repeats, and errors as the core describes them.
package core

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	deadline    = 10 * time.Second
	attemptsMax = 5
	waitMax     = 30 * time.Second
)

var repeatedCodes = []codes.Code{
	codes.Aborted, codes.DeadlineExceeded, codes.Internal, codes.ResourceExhausted, codes.Unavailable,
}

// Refusal is what google.rpc.Status in the trailer grpc-status-details-bin says of a failed call. Code is empty when the answer is not the
// core's, for example when the connection broke.
type Refusal struct {
	Status       codes.Code
	Code, Reason string
	Fields       []string
	Wait         time.Duration
}

func (r *Refusal) Error() string {
	return strings.Join(append([]string{r.Status.String(), r.Code, r.Reason}, r.Fields...), " ")
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
			refusal.Wait = detail.GetRetryDelay().AsDuration()
		}
	}
	return refusal
}

// Repeated calls attempt until it succeeds. It repeats what may be repeated, after a pause, a few times. Its error is a *Refusal.
func Repeated(attempt func() error) error {
	for number := 1; ; number++ {
		err := attempt()
		// A Refusal comes from a call inside of attempt, which was repeated already.
		var refusal *Refusal
		if err == nil || errors.As(err, &refusal) {
			return err
		}
		refusal = refusalOf(err)
		pause := time.Duration(float64(100*time.Millisecond<<number) * (0.5 + rand.Float64()))
		wait := max(refusal.Wait, pause)
		if !slices.Contains(repeatedCodes, refusal.Status) || number == attemptsMax || wait > waitMax {
			return refusal
		}
		time.Sleep(wait)
	}
}

// Call calls with a deadline. A call with an effect needs a key, which is the same in each attempt. Its error is a *Refusal.
func Call[Request, Response any](
	method func(context.Context, Request, ...grpc.CallOption) (Response, error), request Request, key string,
) (response Response, err error) {
	err = Repeated(func() error {
		ctx, cancel := context.WithTimeout(context.Background(), deadline)
		defer cancel()
		if key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
		}
		var failed error
		response, failed = method(ctx, request)
		return failed
	})
	return response, err
}

// Connect returns a channel to the core with the certificate of a service, made by pda pki issue.
func Connect(address, pki, service string) (*grpc.ClientConn, error) {
	root, err := os.ReadFile(filepath.Join(pki, "tier/root.crt"))
	if err != nil {
		return nil, err
	}
	own, err := tls.LoadX509KeyPair(filepath.Join(pki, "services", service+".crt"), filepath.Join(pki, "services", service+".key"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(root)
	secure := credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13, RootCAs: roots, Certificates: []tls.Certificate{own}})
	return grpc.NewClient(address, grpc.WithTransportCredentials(secure))
}
