package pda_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	pda "pda.example/clients/go"
)

// pair is a client certificate under a CA, with the files of both and of the key.
type pair struct {
	tls.Certificate
	certFile, keyFile, ecKeyFile string
	scalar                       string
}

// issue makes a certificate of a merchant.
func issue(t *testing.T) pair {
	t.Helper()
	newKey := func() *ecdsa.PrivateKey {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	sign := func(serial int64, isCA bool, parent *x509.Certificate, key *ecdsa.PrivateKey, by crypto.Signer) *x509.Certificate {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "office"}, NotAfter: time.Now().Add(time.Hour),
			IsCA: isCA, BasicConstraintsValid: true,
		}
		if parent == nil {
			parent = template
		}
		der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), by)
		if err != nil {
			t.Fatal(err)
		}
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return certificate
	}
	caKey, key := newKey(), newKey()
	ca := sign(1, true, nil, caKey, caKey)
	leaf := sign(2, false, ca, key, caKey)
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	sec1, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := func(name, block string, contents ...[]byte) string {
		var text bytes.Buffer
		for _, content := range contents {
			_ = pem.Encode(&text, &pem.Block{Type: block, Bytes: content})
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return pair{
		Certificate: tls.Certificate{Certificate: [][]byte{leaf.Raw, ca.Raw}, PrivateKey: key},
		certFile:    file("certificate.pem", "CERTIFICATE", leaf.Raw, ca.Raw),
		keyFile:     file("key.pem", "PRIVATE KEY", pkcs8),
		ecKeyFile:   file("ec-key.pem", "EC PRIVATE KEY", sec1),
		scalar:      key.D.String(),
	}
}

// outside is a key that only signs, as one in a security module.
type outside struct{ crypto.Signer }

func TestClientCertificate(t *testing.T) {
	service := serve(t, ok(map[string]any{}))
	// The client does not choose by these names; the service judges.
	service.TLS.ClientCAs = x509.NewCertPool()
	service.TLS.ClientCAs.AddCert(service.Certificate())
	office, other := issue(t), issue(t)
	sealed := office.Certificate
	sealed.PrivateKey = outside{office.PrivateKey.(crypto.Signer)}
	noKey := pda.WithoutAPIKey()
	for name, test := range map[string]struct {
		environment pair
		options     []pda.Option
		shown       [][]byte
		key         string
	}{
		"none":                      {pair{}, []pda.Option{noKey}, nil, ""},
		"files":                     {pair{}, []pda.Option{noKey, pda.WithClientCertificateFiles(office.certFile, office.keyFile)}, office.Certificate.Certificate, ""},
		"BEGIN EC PRIVATE KEY":      {pair{}, []pda.Option{noKey, pda.WithClientCertificateFiles(office.certFile, office.ecKeyFile)}, office.Certificate.Certificate, ""},
		"tls.Certificate":           {pair{}, []pda.Option{noKey, pda.WithClientCertificate(office.Certificate)}, office.Certificate.Certificate, ""},
		"key outside":               {pair{}, []pda.Option{noKey, pda.WithClientCertificate(sealed)}, office.Certificate.Certificate, ""},
		"beside an API key":         {pair{}, []pda.Option{pda.WithClientCertificate(office.Certificate)}, office.Certificate.Certificate, "Bearer " + secret},
		"environment":               {office, []pda.Option{noKey}, office.Certificate.Certificate, ""},
		"option before environment": {office, []pda.Option{noKey, pda.WithClientCertificate(other.Certificate)}, other.Certificate.Certificate, ""},
		"environment left out":      {office, []pda.Option{pda.WithoutClientCertificate()}, nil, "Bearer " + secret},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PDA_CLIENT_CERT_FILE", test.environment.certFile)
			t.Setenv("PDA_CLIENT_KEY_FILE", test.environment.keyFile)
			if _, err := service.client(t, test.options...).GetServerInfo(t.Context()); err != nil {
				t.Fatal(err)
			}
			seen := service.seen()
			request := seen[len(seen)-1]
			var shown [][]byte
			for _, certificate := range request.TLS.PeerCertificates {
				shown = append(shown, certificate.Raw)
			}
			if fmt.Sprint(shown) != fmt.Sprint(test.shown) {
				t.Errorf("the client showed %d certificates, not the %d expected", len(shown), len(test.shown))
			}
			if got := request.Header.Get("Authorization"); got != test.key {
				t.Errorf("Authorization was %q, not %q", got, test.key)
			}
		})
	}
}

func TestImpossibleClientCertificates(t *testing.T) {
	office, other := issue(t), issue(t)
	with := func(certificate [][]byte, key crypto.PrivateKey) pda.Option {
		return pda.WithClientCertificate(tls.Certificate{Certificate: certificate, PrivateKey: key})
	}
	chain := office.Certificate.Certificate
	for _, test := range []struct {
		cert, key string
		option    pda.Option
		says      string
	}{
		{"", "", with(chain, other.PrivateKey), "belongs to another certificate"},
		{"", "", with([][]byte{chain[1], chain[0]}, office.PrivateKey), "belongs to another certificate"},
		{"", "", with(chain, nil), "no certificate or no private key"},
		{"", "", with(nil, office.PrivateKey), "no certificate or no private key"},
		{"", "", with([][]byte{[]byte("no")}, office.PrivateKey), "cannot be read"},
		{"", "", pda.WithClientCertificateFiles(office.certFile, other.keyFile), "private key does not match public key"},
		{"", "", pda.WithClientCertificateFiles(office.certFile, office.certFile), `failed to find PEM block with type ending in "PRIVATE KEY"`},
		{"", "", pda.WithClientCertificateFiles("/nowhere.pem", office.keyFile), "open /nowhere.pem: no such file"},
		{"", "", pda.WithClientCertificateFiles(office.certFile, ""), "cannot be used"},
		{office.certFile, "", nil, "PDA_CLIENT_CERT_FILE is set without PDA_CLIENT_KEY_FILE"},
		{"", office.keyFile, nil, "PDA_CLIENT_KEY_FILE is set without PDA_CLIENT_CERT_FILE"},
		{office.certFile, other.keyFile, nil, "private key does not match public key"},
	} {
		t.Setenv("PDA_CLIENT_CERT_FILE", test.cert)
		t.Setenv("PDA_CLIENT_KEY_FILE", test.key)
		options := []pda.Option{pda.WithBaseURL("https://pda.example")}
		if test.option != nil {
			options = append(options, test.option)
		}
		_, err := pda.New(options...)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("expected an error that says %q, got %v", test.says, err)
		}
		noKeyIn(t, err, office, other)
	}
}

func TestClientKeyIsInNoText(t *testing.T) {
	service := serve(t, refuse(401, "SVC-4011", "CLIENT_CERTIFICATE_REFUSED", nil))
	office := issue(t)
	client := service.client(t, pda.WithClientCertificate(office.Certificate))
	_, refusal := client.GetPayment(t.Context(), "pay_1")
	service.Close()
	_, broken := client.GetPayment(t.Context(), "pay_1")
	if !errors.As(refusal, new(*pda.Error)) || !errors.As(broken, new(*pda.ConnectionError)) {
		t.Errorf("the errors were %v and %v", refusal, broken)
	}
	for _, value := range []any{client, *client, refusal, broken} {
		noKeyIn(t, value, office)
	}
}

// noKeyIn fails when a format shows one of the keys: its file, or its number as Go prints it.
func noKeyIn(t *testing.T, value any, pairs ...pair) {
	t.Helper()
	for _, each := range pairs {
		file, err := os.ReadFile(each.keyFile)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
			text := fmt.Sprintf(format, value)
			if line := strings.Split(string(file), "\n")[2]; strings.Contains(text, line) || strings.Contains(text, each.scalar) {
				t.Errorf("%s of %T shows the key: %s", format, value, text)
			}
		}
	}
}
