package pda

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"sync/atomic"
	"time"
)

const keySetPath = "/.well-known/jwks.json"

// keysKept is how long verifiers may keep the published keys, so that a key that was withdrawn stops counting.
const keysKept = 5 * time.Minute

// answerKeys are the keys that the service signs answers with: those that the caller has pinned, or those that the service publishes.
type answerKeys struct {
	pinned    map[string]*ecdsa.PublicKey // nil: the published ones
	published atomic.Pointer[publishedKeys]
	// reading has room for one, so that calls at the same time wait for the same keys.
	reading chan struct{}
}

type publishedKeys struct {
	keys map[string]*ecdsa.PublicKey
	at   time.Time
}

func (p *publishedKeys) get(id string) *ecdsa.PublicKey {
	if p == nil || time.Since(p.at) >= keysKept {
		return nil
	}
	return p.keys[id]
}

// unreadableKeySet is what the service answered in place of its key set.
type unreadableKeySet string

func (u unreadableKeySet) Error() string { return keySetPath + string(u) }

// get returns a key, nil for one that is not known. It reads the published keys at most once. An error that is no unreadableKeySet is of the
// connection.
func (a *answerKeys) get(ctx context.Context, id string, read func() (*answer, error)) (*ecdsa.PublicKey, error) {
	if a.pinned != nil {
		return a.pinned[id], nil
	}
	before := a.published.Load()
	if key := before.get(id); key != nil {
		return key, nil
	}
	select {
	case a.reading <- struct{}{}:
		defer func() { <-a.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if now := a.published.Load(); now != before {
		return now.get(id), nil
	}
	at := time.Now()
	answer, err := read()
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, unreadableKeySet(fmt.Sprintf(" answered %d", answer.status))
	}
	keys, err := readKeySet(answer.body)
	if err != nil {
		return nil, unreadableKeySet(" is no JSON Web Key Set")
	}
	a.published.Store(&publishedKeys{keys, at})
	return keys[id], nil
}

// readKeySet reads the keys of answers from a JSON Web Key Set (RFC 7517). The service signs receipts with others, which gateways do not hold.
func readKeySet(text []byte) (map[string]*ecdsa.PublicKey, error) {
	var set struct {
		Keys []struct{ Kid, Alg, Crv, X, Y string } `json:"keys"`
	}
	if err := json.Unmarshal(text, &set); err != nil {
		return nil, err
	}
	if set.Keys == nil {
		return nil, errors.New("it has no member keys")
	}
	keys := map[string]*ecdsa.PublicKey{}
	for _, each := range set.Keys {
		if each.Alg != "ecdsa-p256-sha256" || each.Crv != "P-256" {
			continue
		}
		x, err := base64.RawURLEncoding.DecodeString(each.X)
		if err != nil {
			return nil, err
		}
		y, err := base64.RawURLEncoding.DecodeString(each.Y)
		if err != nil {
			return nil, err
		}
		key := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
		if _, err := key.ECDH(); err != nil {
			return nil, err // no point of the curve
		}
		keys[each.Kid] = key
	}
	return keys, nil
}

// WithVerifiedAnswers takes only answers that the service has signed as its answer to this request (RFC 9421), by the keys that the service
// publishes: caches and forwarders cannot change answers. Any other answer is an *UnverifiedError. The base address has to be one under which
// the service itself is reached. Default: answers need no signature.
func WithVerifiedAnswers() Option {
	return func(s *settings) error {
		s.answerKeys = &answerKeys{reading: make(chan struct{}, 1)}
		return nil
	}
}

// WithAnswerKeys is WithVerifiedAnswers by the keys of a JSON Web Key Set only, such as a copy of /.well-known/jwks.json: whoever ends TLS in
// front of the service cannot change answers either.
func WithAnswerKeys(keySet []byte) Option {
	return func(s *settings) error {
		keys, err := readKeySet(keySet)
		if err != nil || len(keys) == 0 {
			return errors.New("pda: pda.WithAnswerKeys needs a JSON Web Key Set with keys of answers, as " + keySetPath + " of the service has it")
		}
		s.answerKeys = &answerKeys{pinned: keys}
		return nil
	}
}
