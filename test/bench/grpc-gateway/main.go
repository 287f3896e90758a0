// The peer of payments.get: a grpc-gateway in front of a grpc-go server, two processes of one program, as a team that writes Go
// would run them. The server answers payments from memory; nothing is authenticated, limited, logged or counted.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"

	paymentv1 "bench.example/peer/gen/pda/payment/v1"
)

// settings come as one JSON argument. Files are PEM.
type settings struct {
	Role string `json:"role"` // server or gateway
	Cert string `json:"cert"`
	Key  string `json:"key"`
	Root string `json:"root"`
	// Of the server: a JSON file of messages Payment.
	Payments string `json:"payments"`
	// Of the gateway: where the server is, and the gateway's own certificate towards it.
	Server     string `json:"server"`
	ClientCert string `json:"clientCert"`
	ClientKey  string `json:"clientKey"`
}

type server struct {
	paymentv1.UnimplementedPaymentServiceServer
	payments map[string]*paymentv1.Payment
}

// GetPayment answers the payment from memory.
func (s *server) GetPayment(_ context.Context, in *paymentv1.GetPaymentRequest) (*paymentv1.GetPaymentResponse, error) {
	payment, ok := s.payments[in.GetPaymentId()]
	if !ok {
		return nil, status.Error(codes.NotFound, "no such payment")
	}
	return &paymentv1.GetPaymentResponse{Payment: payment}, nil
}

func readPayments(file string) (map[string]*paymentv1.Payment, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, err
	}
	payments := make(map[string]*paymentv1.Payment, len(items))
	for _, item := range items {
		payment := &paymentv1.Payment{}
		if err := protojson.Unmarshal(item, payment); err != nil {
			return nil, err
		}
		payments[payment.GetPaymentId()] = payment
	}
	return payments, nil
}

func rootsOf(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, errors.New("no certificate in " + file)
	}
	return roots, nil
}

// listen takes a free port of the loopback interface and says which one, as one JSON line.
func listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	}
	return listener, err
}

func serve(s settings, pair tls.Certificate, roots *x509.CertPool) error {
	payments, err := readPayments(s.Payments)
	if err != nil {
		return err
	}
	mutual := &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{pair},
		ClientCAs:    roots,
		ClientAuth:   tls.RequireAndVerifyClientCert,
	}
	rpc := grpc.NewServer(grpc.Creds(credentials.NewTLS(mutual)))
	paymentv1.RegisterPaymentServiceServer(rpc, &server{payments: payments})
	listener, err := listen()
	if err != nil {
		return err
	}
	return rpc.Serve(listener)
}

func gateway(s settings, pair tls.Certificate, roots *x509.CertPool) error {
	own, err := tls.LoadX509KeyPair(s.ClientCert, s.ClientKey)
	if err != nil {
		return err
	}
	mutual := &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{own},
		RootCAs:      roots,
		ServerName:   "localhost",
	}
	connection, err := grpc.NewClient(s.Server, grpc.WithTransportCredentials(credentials.NewTLS(mutual)))
	if err != nil {
		return err
	}
	defer connection.Close()
	mux := runtime.NewServeMux()
	if err := paymentv1.RegisterPaymentServiceHandler(context.Background(), mux, connection); err != nil {
		return err
	}
	listener, err := listen()
	if err != nil {
		return err
	}
	outside := &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{pair},
		NextProtos:   []string{"http/1.1"},
	}
	return (&http.Server{Handler: mux}).Serve(tls.NewListener(listener, outside))
}

func run() error {
	var s settings
	if len(os.Args) != 2 {
		return errors.New("one argument: the settings as JSON")
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
	if err != nil {
		return err
	}
	roots, err := rootsOf(s.Root)
	if err != nil {
		return err
	}
	if s.Role == "server" {
		return serve(s, pair, roots)
	}
	return gateway(s, pair, roots)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
