package pda

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"pda.example/clients/go/internal/wire"
)

// answer is a whole HTTP answer.
type answer struct {
	status     int
	header     http.Header
	body       []byte
	challenged bool
	// problem is what keeps the answer from being used; nil unless answers are verified.
	problem error
}

// attempt sends the request once. Its deadline is the time-out or the end of the context, whichever is sooner; the service is told.
func (t *transport) attempt(ctx context.Context, address string, request *wire.Request) (*answer, error) {
	patience := min(t.timeout, requestTimeoutMax)
	if deadline, ok := ctx.Deadline(); ok {
		patience = min(patience, max(time.Until(deadline), time.Millisecond))
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	if query := request.Query.Encode(); query != "" {
		address += "?" + query
	}
	// A reader of bytes can be sent again, which net/http does by itself when a kept connection turns out to be closed.
	outgoing, err := http.NewRequestWithContext(ctx, request.Method, address, bytes.NewReader(request.Body))
	if err != nil {
		return nil, err
	}
	outgoing.Header = request.Header.Clone()
	outgoing.Header.Set("Request-Timeout", strconv.FormatFloat(patience.Seconds(), 'f', 3, 64))
	if err := t.prove(outgoing, request.Body); err != nil {
		return nil, &proofError{err}
	}
	var verifier *answerVerifier
	if t.answerKeys != nil {
		verifier = askForSignature(outgoing)
	}
	got, err := t.send(outgoing)
	if err != nil {
		return nil, err
	}
	if verifier != nil {
		got.problem, err = verifier.verify(ctx, got, t.answerKeys, func() (*answer, error) { return t.readKeySet(ctx) })
		if err != nil {
			return nil, err
		}
	}
	got.challenged = got.problem == nil && t.challenged(got.status, got.header)
	return got, nil
}

// readKeySet reads the service's public keys, without a credential.
func (t *transport) readKeySet(ctx context.Context) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base.String()+keySetPath, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/jwk-set+json")
	request.Header.Set("User-Agent", userAgent)
	return t.send(request)
}

// send sends a request and reads its whole answer.
func (t *transport) send(request *http.Request) (*answer, error) {
	response, err := t.http.Do(request)
	if err != nil {
		// Without the address, which the error of the call has already.
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("the connection broke within the answer: %w", err)
	}
	return &answer{status: response.StatusCode, header: response.Header, body: body}, nil
}

// proofError is a failure of the key or of the function that gets the token; the attempt was not sent.
type proofError struct{ err error }

func (e *proofError) Error() string { return "the caller's proof cannot be made: " + e.err.Error() }
func (e *proofError) Unwrap() error { return e.err }
