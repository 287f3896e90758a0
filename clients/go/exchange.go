package pda

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pda.example/clients/go/gen/api"
)

// exchange turns what became of a request into data or into an error.
type exchange struct {
	method   string
	url      string
	key      string
	attempts int
}

// envelope is the form of every answer in JSON.
type envelope struct {
	Success   *bool           `json:"success"`
	RequestID string          `json:"requestId"`
	ErrorCode api.ErrorCode   `json:"errorCode"`
	Message   string          `json:"message"`
	Errors    []api.ErrorItem `json:"errors"`
	Data      json.RawMessage `json:"data"`
}

// data returns the data of a successful answer, else *Error, ErrNotModified or *ProtocolError.
func (x *exchange) data(answer *answer, accept string) ([]byte, error) {
	if answer.status == http.StatusNotModified {
		return nil, ErrNotModified
	}
	if to := answer.header.Get("Location"); answer.status/100 == 3 && to != "" {
		return nil, x.notTheService(answer, fmt.Errorf("the address redirects to %s; redirects are not followed, set that address with pda.WithBaseURL", to))
	}
	media, _, _ := mime.ParseMediaType(answer.header.Get("Content-Type"))
	if answer.status/100 == 2 && media == accept && accept != "application/json" {
		return answer.body, nil
	}
	var envelope envelope
	err := json.Unmarshal(answer.body, &envelope)
	switch {
	case err != nil || envelope.Success == nil || envelope.Errors == nil:
		return nil, x.notTheService(answer, fmt.Errorf("%s without the envelope of the service; check pda.WithBaseURL", describe(media)))
	case answer.status/100 != 2:
		refusal := &Error{
			Status:         answer.status,
			ErrorCode:      envelope.ErrorCode,
			Message:        envelope.Message,
			RequestID:      envelope.RequestID,
			Errors:         envelope.Errors,
			IdempotencyKey: x.key,
			asked:          retryAfter(answer.header),
		}
		if refusal.asked != nil {
			refusal.RetryAfter = *refusal.asked
		}
		return nil, refusal
	case string(envelope.Data) == "" || string(envelope.Data) == "null":
		return nil, x.notTheService(answer, errors.New("the envelope has no data"))
	case accept != "application/json":
		return nil, x.notTheService(answer, fmt.Errorf("%s instead of %s", describe(media), accept))
	}
	return envelope.Data, nil
}

func describe(media string) string {
	if media == "" {
		return "an answer without a media type"
	}
	return "an answer of type " + media
}

func (x *exchange) notTheService(answer *answer, err error) error {
	return &ProtocolError{URL: x.url, Status: answer.status, IdempotencyKey: x.key, Err: err, asked: retryAfter(answer.header)}
}

// noAnswer wraps a failure of the connection. The end of the caller's context counts before what it caused.
func (x *exchange) noAnswer(ctx context.Context, err error) error {
	over := ctx.Err() != nil || untrusted(err) || errors.As(err, new(*proofError))
	var certificate *tls.CertificateVerificationError
	var invalid x509.CertificateInvalidError
	switch ended := ctx.Err(); {
	case ended != nil && !errors.Is(err, ended):
		err = fmt.Errorf("%w: %w", ended, err)
	case errors.As(err, &certificate) && errors.As(err, new(x509.HostnameError)):
		err = fmt.Errorf("%w; check the host of the base address (pda.WithBaseURL or PDA_URL)", err)
	case errors.As(err, &certificate) && errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		err = fmt.Errorf("%w; check the clock of this machine; if it is right, the operator of the service has to renew the certificate", err)
	case errors.As(err, &certificate):
		err = fmt.Errorf("%w; set the root certificate of the service with pda.WithCAFile, pda.WithCACertificates or PDA_CA_FILE", err)
	case ended == nil && errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("the time-out of the attempt (pda.WithTimeout) ran out: %w", err)
	}
	return &ConnectionError{Method: x.method, URL: x.url, Attempts: x.attempts, IdempotencyKey: x.key, Err: err, final: over}
}

// retryAfter returns the seconds of the header; nil when it is absent or a date, which the service never sends.
func retryAfter(header http.Header) *time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(header.Get("Retry-After")), 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return nil
	}
	asked := time.Duration(seconds * float64(time.Second))
	return &asked
}
