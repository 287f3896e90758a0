// A receiver of webhooks with an inbox table: it loses nothing, and does the work of each event once.
//
//	go run . <file of the secrets> <database> [port]
//
// It prints its port. The file has one secret a line: two while one replaces the other. With another database only the inbox changes.
// Its endpoint has no thin: events come with their data.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	_ "modernc.org/sqlite"

	pda "pda.example/clients/go"
	"pda.example/clients/go/gen/api"
)

const bytesMax = 1 << 20

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: receiver SECRETS DATABASE [PORT]")
	}
	port := "0"
	if len(os.Args) > 3 {
		port = os.Args[3]
	}
	inbox, err := openInbox(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go inbox.workOffAll(context.Background())
	server := &http.Server{Handler: &receiver{os.Args[1], inbox}, ReadTimeout: 15 * time.Second}
	log.Fatal(server.Serve(listener))
}

type receiver struct {
	secretsFile string
	inbox       *inbox
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, bytesMax))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	webhook, err := r.genuine(request, body)
	var refused *pda.WebhookError
	switch {
	case errors.As(err, &refused):
		http.Error(w, refused.Message, http.StatusUnauthorized)
		return
	case err == nil && webhook.Kind == pda.WebhookVerification:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(webhook.Answer)
		return
	case err == nil && webhook.Kind == pda.WebhookEvent && webhook.DataRef != "":
		// Answered with an error, it comes again, and with its data as soon as the endpoint has been changed.
		http.Error(w, "this receiver needs events with their data: set thin of the endpoint to false", http.StatusNotImplemented)
		return
	case err == nil && webhook.Kind == pda.WebhookEvent:
		err = r.inbox.put(request.Context(), webhook.Event, body)
	}
	if err != nil {
		// The service sends the event again.
		log.Print(err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (r *receiver) genuine(request *http.Request, body []byte) (*pda.Webhook, error) {
	// Read anew, so that a rotation needs no restart.
	secrets, err := os.ReadFile(r.secretsFile)
	if err != nil {
		return nil, err
	}
	verifier, err := pda.NewWebhookVerifier(pda.WithWebhookSecrets(strings.Fields(string(secrets))...))
	if err != nil {
		return nil, err
	}
	return verifier.Verify(body, request.Header)
}

type inbox struct{ database *sql.DB }

func openInbox(file string) (*inbox, error) {
	// Transactions take the lock at their beginning, and wait for it.
	database, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(15000)")
	if err != nil {
		return nil, err
	}
	_, err = database.Exec(`
		CREATE TABLE IF NOT EXISTS inbox (
			event_id     TEXT PRIMARY KEY,
			body         TEXT NOT NULL,
			processed_at TEXT
		);
		CREATE TABLE IF NOT EXISTS sales (payment_id TEXT NOT NULL, amount TEXT NOT NULL);`)
	return &inbox{database}, err
}

// put stores an event. One that came before has no effect.
func (i *inbox) put(ctx context.Context, event *api.Event, body []byte) error {
	_, err := i.database.ExecContext(ctx, "INSERT INTO inbox (event_id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", event.ID, string(body))
	return err
}

func (i *inbox) workOffAll(ctx context.Context) {
	for {
		worked, err := i.workOff(ctx)
		switch {
		case err != nil:
			// Webhooks come in while the work fails; the event is tried again.
			log.Print(err)
			time.Sleep(time.Second)
		case worked:
			// SQLite's lock is not fair: without a pause, no other connection would get it while events wait.
			time.Sleep(2 * time.Millisecond)
		default:
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// workOff works off one event: its effect and its mark are one transaction. Several workers need a lock, e.g. FOR UPDATE SKIP LOCKED.
func (i *inbox) workOff(ctx context.Context) (bool, error) {
	tx, err := i.database.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	var id, body string
	err = tx.QueryRowContext(ctx, "SELECT event_id, body FROM inbox WHERE processed_at IS NULL ORDER BY rowid LIMIT 1").Scan(&id, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var event api.Event
	if err := json.Unmarshal([]byte(body), &event); err != nil {
		return false, err
	}
	if err := sell(ctx, tx, &event); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE inbox SET processed_at = CURRENT_TIMESTAMP WHERE event_id = ?", id); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// sell is what this shop does about events. It passes over types that it does not know.
func sell(ctx context.Context, tx *sql.Tx, event *api.Event) error {
	if event.Type != "payment.completed" || event.Data.Payment == nil {
		return nil
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO sales (payment_id, amount) VALUES (?, ?)", event.Data.Payment.PaymentID, event.Data.Payment.Amount)
	return err
}
