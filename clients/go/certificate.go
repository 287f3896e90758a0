package pda

import (
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// WithClientCertificate shows the certificate of a merchant or a terminal to the service as TLS client, with or without an API key. Its
// private key may be outside the program: any crypto.Signer. Default: the files that the environment variables PDA_CLIENT_CERT_FILE and
// PDA_CLIENT_KEY_FILE name, else none.
func WithClientCertificate(certificate tls.Certificate) Option {
	return func(s *settings) error {
		if err := checkClientCertificate(certificate); err != nil {
			return err
		}
		s.certificate = &certificate
		return nil
	}
}

// WithClientCertificateFiles reads WithClientCertificate from two files, PEM: the certificate with those above it, and its private key
// (BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY) without a passphrase.
func WithClientCertificateFiles(cert, key string) Option {
	return func(s *settings) error {
		certificate, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return fmt.Errorf("pda: the client certificate %s with the key %s cannot be used: %w", cert, key, err)
		}
		s.certificate = &certificate
		return nil
	}
}

// WithoutClientCertificate shows no certificate, also when PDA_CLIENT_CERT_FILE is set.
func WithoutClientCertificate() Option {
	return func(s *settings) error { s.certificate = &tls.Certificate{}; return nil }
}

func certificateOfEnvironment(s *settings) error {
	cert, key := os.Getenv("PDA_CLIENT_CERT_FILE"), os.Getenv("PDA_CLIENT_KEY_FILE")
	switch {
	case cert == "" && key == "":
		return WithoutClientCertificate()(s)
	case key == "":
		return errors.New("pda: PDA_CLIENT_CERT_FILE is set without PDA_CLIENT_KEY_FILE: set both variables, or neither")
	case cert == "":
		return errors.New("pda: PDA_CLIENT_KEY_FILE is set without PDA_CLIENT_CERT_FILE: set both variables, or neither")
	}
	return WithClientCertificateFiles(cert, key)(s)
}

// checkClientCertificate finds what would otherwise fail on every connection.
func checkClientCertificate(certificate tls.Certificate) error {
	signer, ok := certificate.PrivateKey.(crypto.Signer)
	if len(certificate.Certificate) == 0 || !ok {
		return errors.New("pda: the client certificate has no certificate or no private key: make it with tls.X509KeyPair or tls.LoadX509KeyPair")
	}
	leaf, err := x509.ParseCertificate(certificate.Certificate[0])
	if err != nil {
		return fmt.Errorf("pda: the client certificate cannot be read: %w", err)
	}
	if public, ok := leaf.PublicKey.(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(signer.Public()) {
		return errors.New("pda: the private key of the client certificate belongs to another certificate: the first certificate has to be the key's own, those above it follow")
	}
	return nil
}
