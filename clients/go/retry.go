package pda

import (
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"pda.example/clients/go/gen/contract"
	"pda.example/clients/go/gen/reason"
)

const delayFirst = 100 * time.Millisecond

// delay returns how long to wait before the request is sent again after a failure, and whether to send it again at all. Every request may be
// repeated: it has no effect, or an idempotency key.
func (p RetryPolicy) delay(attempts int, failure error) (time.Duration, bool) {
	again, asked := repeatable(failure)
	if !again || attempts >= p.AttemptsMax {
		return 0, false
	}
	if asked != nil {
		return *asked, *asked <= p.DelayMax
	}
	doubled := delayFirst << min(attempts-1, 20)
	jittered := time.Duration(float64(doubled) * (0.5 + rand.Float64()))
	return min(jittered, p.DelayMax), true
}

// repeatable tells whether the same request may succeed later, and how long the service asks to wait.
func repeatable(failure error) (again bool, asked *time.Duration) {
	switch failure := failure.(type) {
	case *Error:
		// As with every unknown code, the HTTP status decides.
		unknown := !failure.ErrorCode.Valid() && temporary(failure.Status)
		return unknown || contract.Retryable(string(failure.ErrorCode)) || spent(failure), failure.asked
	case *ProtocolError:
		// A proxy between here and the service.
		return temporary(failure.Status), failure.asked
	case *UnverifiedError:
		return temporary(failure.Status), nil
	case *ConnectionError:
		return !failure.final, nil
	}
	return false, nil
}

// spent tells whether the service has seen the proof of the request before: net/http, or a proxy, sent the request again by itself when a
// kept connection closed. A repeat has a new proof and its old idempotency key.
func spent(failure *Error) bool {
	return slices.Contains([]string{reason.TokenReplayed, reason.RequestSignatureReplayed, reason.DpopProofReplayed}, failure.Reason())
}

// untrusted tells whether a further connection would fail in the same way: what answers there is not trusted, or does not speak TLS. It has
// got no request.
func untrusted(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.Is(err, http.ErrSchemeMismatch)
}

func temporary(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout
}
