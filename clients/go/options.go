package pda

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Option sets how the service is reached.
type Option func(*settings) error

type settings struct {
	base        string
	key         string
	roots       *x509.CertPool
	certificate *tls.Certificate // empty: none
	publicKey   *registeredKey   // without a key: none
	audience    string
	dpop        *dpopToken
	signer      *requestSigner // without a key: none
	answerKeys  *answerKeys    // nil: answers need no signature
	timeout     time.Duration
	retry       RetryPolicy
}

// RetryPolicy says how often a request is sent, and how long to wait in between.
type RetryPolicy struct {
	// AttemptsMax is how often a request is sent at most, the first time included.
	AttemptsMax int
	// DelayMax is the longest wait before a repeat. A Retry-After above it ends the attempts.
	DelayMax time.Duration
}

// DefaultTimeout is how long an attempt may take.
const DefaultTimeout = 30 * time.Second

// DefaultRetryPolicy repeats three times.
var DefaultRetryPolicy = RetryPolicy{AttemptsMax: 4, DelayMax: 5 * time.Second}

// WithBaseURL sets the base address, e.g. "https://pda.example". Default: the environment variable PDA_URL.
func WithBaseURL(base string) Option {
	return func(s *settings) error { s.base = base; return nil }
}

// WithAPIKey sets the API key that calls are made with. Default: the environment variable PDA_API_KEY. Public operations need none.
func WithAPIKey(key string) Option {
	return func(s *settings) error { s.key = key; return nil }
}

// WithoutAPIKey makes calls without a key, also when PDA_API_KEY is set.
func WithoutAPIKey() Option {
	return func(s *settings) error { s.key = ""; return nil }
}

// WithCACertificates trusts only service certificates that go back to one of these, PEM. Default: the file that the environment variable
// PDA_CA_FILE names, else the system's certificates.
func WithCACertificates(pem []byte) Option {
	return func(s *settings) error {
		s.roots = x509.NewCertPool()
		if !s.roots.AppendCertsFromPEM(pem) {
			return errors.New("pda: the CA certificates are not PEM: -----BEGIN CERTIFICATE----- …")
		}
		return nil
	}
}

// WithCAFile reads WithCACertificates from a file.
func WithCAFile(path string) Option {
	return func(s *settings) error {
		pem, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("pda: the CA certificates cannot be read: %w", err)
		}
		if err := WithCACertificates(pem)(s); err != nil {
			return fmt.Errorf("%w (in %s)", err, path)
		}
		return nil
	}
}

// WithTimeout sets how long each attempt may take; the service gets it as Request-Timeout. The whole call, with its repeats, ends with its
// context. Default: DefaultTimeout.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) error {
		if timeout < time.Millisecond {
			return fmt.Errorf("pda: the time-out of %v is below a millisecond", timeout)
		}
		s.timeout = timeout
		return nil
	}
}

// WithRetryPolicy sets how often a request is repeated. Default: DefaultRetryPolicy. RetryPolicy{AttemptsMax: 1} never repeats.
func WithRetryPolicy(policy RetryPolicy) Option {
	return func(s *settings) error {
		if policy.AttemptsMax < 1 || policy.DelayMax < 0 {
			return errors.New("pda: a retry policy has at least one attempt and no negative delay")
		}
		s.retry = policy
		return nil
	}
}

var keyForm = regexp.MustCompile(`^[!-~]+$`)

// settle applies the options over the environment, and returns the settings with the parsed base address.
func settle(options []Option) (*settings, *url.URL, error) {
	s := &settings{
		base:    os.Getenv("PDA_URL"),
		key:     os.Getenv("PDA_API_KEY"),
		timeout: DefaultTimeout,
		retry:   DefaultRetryPolicy,
	}
	for _, option := range options {
		if err := option(s); err != nil {
			return nil, nil, err
		}
	}
	if file := os.Getenv("PDA_CA_FILE"); s.roots == nil && file != "" {
		if err := WithCAFile(file)(s); err != nil {
			return nil, nil, err
		}
	}
	if s.certificate == nil {
		if err := certificateOfEnvironment(s); err != nil {
			return nil, nil, err
		}
	}
	if s.publicKey == nil {
		if err := publicKeyOfEnvironment(s); err != nil {
			return nil, nil, err
		}
	}
	if s.signer == nil {
		if err := signatureOfEnvironment(s); err != nil {
			return nil, nil, err
		}
	}
	if s.key != "" && !keyForm.MatchString(s.key) {
		return nil, nil, errors.New("pda: the API key has characters that no key has, perhaps a line break at its end")
	}
	if s.base == "" {
		return nil, nil, errors.New("pda: the base address is not set: use pda.WithBaseURL or PDA_URL")
	}
	base, err := url.Parse(strings.TrimRight(s.base, "/"))
	if err != nil || base.Scheme != "https" || base.Host == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, nil, errors.New(`pda: the base address has to be like "https://pda.example", without user, query and fragment`)
	}
	return s, base, nil
}
