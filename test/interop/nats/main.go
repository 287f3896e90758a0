// Reads a stream of NATS JetStream as a consumer of another language does, and prints each message as a line of JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

type message struct {
	Sequence uint64      `json:"sequence"`
	Subject  string      `json:"subject"`
	Headers  nats.Header `json:"headers"`
	Data     string      `json:"data"`
}

func read() error {
	url := flag.String("url", "", "server")
	name := flag.String("stream", "", "stream")
	filter := flag.String("filter", "", "only messages with these subjects")
	ca := flag.String("ca", "", "file with the authority of the server")
	nkey := flag.String("nkey", "", "file with the seed of the user")
	flag.Parse()
	options := []nats.Option{nats.Timeout(5 * time.Second)}
	if *ca != "" {
		options = append(options, nats.RootCAs(*ca))
	}
	if *nkey != "" {
		option, err := nats.NkeyOptionFromSeed(*nkey)
		if err != nil {
			return err
		}
		options = append(options, option)
	}
	connection, err := nats.Connect(*url, options...)
	if err != nil {
		return err
	}
	defer connection.Close()
	js, err := jetstream.New(connection)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	stream, err := js.Stream(ctx, *name)
	if err != nil {
		return err
	}
	config := jetstream.OrderedConsumerConfig{}
	counted := ">"
	if *filter != "" {
		config.FilterSubjects = []string{*filter}
		counted = *filter
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(counted))
	if err != nil {
		return err
	}
	waiting := uint64(0)
	for _, number := range info.State.Subjects {
		waiting += number
	}
	consumer, err := js.OrderedConsumer(ctx, *name, config)
	if err != nil {
		return err
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for ; waiting > 0; waiting-- {
		next, err := messages.Next(jetstream.NextMaxWait(10 * time.Second))
		if err != nil {
			return err
		}
		meta, err := next.Metadata()
		if err != nil {
			return err
		}
		line, err := json.Marshal(message{meta.Sequence.Stream, next.Subject(), next.Headers(), string(next.Data())})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", line)
	}
	return nil
}

func main() {
	if err := read(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
