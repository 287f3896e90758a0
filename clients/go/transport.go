package pda

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"pda.example/clients/go/internal/wire"
)

// requestTimeoutMax is the longest Request-Timeout that the service reads: six digits of seconds.
const requestTimeoutMax = 999_999 * time.Second

// As http.DefaultTransport has them.
const (
	dialTimeout      = 30 * time.Second
	handshakeTimeout = 10 * time.Second
)

const userAgent = "pda-client-go/" + Version

// transport is what the generated operations send their requests through.
type transport struct {
	base    *url.URL
	timeout time.Duration
	retry   RetryPolicy
	http    *http.Client
	// prove adds to a request what proves who calls, anew for each attempt. Functions, because no format prints what they hold.
	prove func(request *http.Request, body []byte) error
	// challenged tells whether the service asks for the same request with another proof.
	challenged func(status int, header http.Header) bool
	// answerKeys verify answers; nil: answers need no signature.
	answerKeys *answerKeys
}

func newTransport(s *settings, base *url.URL, credential credential) *transport {
	dialer := &net.Dialer{Timeout: min(dialTimeout, s.timeout), KeepAlive: dialTimeout}
	connections := &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: dialer.DialContext,
		// net/http goes on connecting for later requests when an attempt has ended.
		TLSHandshakeTimeout: min(handshakeTimeout, s.timeout),
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS13,
			RootCAs:    s.roots,
			// Whatever authorities the server names, because the service itself says best why it refuses a certificate.
			GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return s.certificate, nil },
		},
		ForceAttemptHTTP2: true,
		// All connections go to one service. The preset of 2 would close and open them all the time under load.
		MaxIdleConnsPerHost: 100,
		IdleConnTimeout:     90 * time.Second,
	}
	prove := func(request *http.Request, body []byte) error {
		err := credential.authorize(request)
		if err == nil && s.signer.key != nil {
			// Last, because it covers the header Authorization.
			err = s.signer.sign(request, body)
		}
		return err
	}
	client := &http.Client{
		Transport: connections,
		// A redirect would take the key along to another address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &transport{
		base: base, timeout: s.timeout, retry: s.retry, http: client, prove: prove, challenged: credential.challenged, answerKeys: s.answerKeys,
	}
}

// Send implements wire.Sender: it sends the request until it is answered for good.
func (t *transport) Send(ctx context.Context, request *wire.Request, read func([]byte) error) error {
	t.complete(request)
	exchange := &exchange{
		method: request.Method,
		url:    t.base.String() + request.Path,
		key:    request.Header.Get("Idempotency-Key"),
	}
	for {
		exchange.attempts++
		err := t.try(ctx, exchange, request, read)
		delay, again := t.retry.delay(exchange.attempts, err)
		if !again {
			return err
		}
		if ended := wait(ctx, delay); ended != nil {
			return exchange.noAnswer(ctx, fmt.Errorf("%w while waiting to repeat after: %w", ended, err))
		}
	}
}

// try sends the request once and reads the answer.
func (t *transport) try(ctx context.Context, exchange *exchange, request *wire.Request, read func([]byte) error) error {
	answer, err := t.attempt(ctx, exchange.url, request)
	if err == nil && answer.challenged {
		// The service has not looked at the request yet, so this is no repeat.
		answer, err = t.attempt(ctx, exchange.url, request)
	}
	if err != nil {
		return exchange.noAnswer(ctx, err)
	}
	if answer.problem != nil {
		return &UnverifiedError{exchange.url, answer.status, exchange.key, answer.problem}
	}
	data, err := exchange.data(answer, request.Accept)
	if err != nil {
		return err
	}
	if err := read(data); err != nil {
		return exchange.notTheService(answer, fmt.Errorf("the data is not as in the contract: %w", err))
	}
	if request.Answered != nil {
		request.Answered(answer.status, answer.header)
	}
	return nil
}

// complete adds what every request has.
func (t *transport) complete(request *wire.Request) {
	request.Header.Set("Accept", request.Accept)
	request.Header.Set("User-Agent", userAgent)
	if request.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if request.Method != http.MethodGet && request.Header.Values("Idempotency-Key") == nil {
		request.Header.Set("Idempotency-Key", newUUID())
	}
}

func wait(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
