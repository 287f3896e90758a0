// Judges an exported audit log with golang.org/x/mod/sumdb: the signed checkpoint, every tile, every record, and every older tree.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// folder has the files of C2SP tlog-tiles; their paths lack the height of tiles, which is always 8.
type folder string

func (f folder) path(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), "tile/8/")
	path = strings.TrimPrefix(path, "data/")
	if tile.L == -1 {
		return filepath.Join(string(f), "tile/entries", path)
	}
	return filepath.Join(string(f), "tile", path)
}

func (f folder) Height() int                     { return 8 }
func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		bytes, err := os.ReadFile(f.path(tile))
		if err != nil {
			// A partial tile is the beginning of the larger tile that took its place.
			full := tile
			full.W = 256
			if bytes, err = os.ReadFile(f.path(full)); err != nil {
				return nil, err
			}
			bytes = bytes[:tile.W*tlog.HashSize]
		}
		all = append(all, bytes)
	}
	return all, nil
}

func (f folder) records(size int64) (records [][]byte) {
	for n := int64(0); n*256 < size; n++ {
		width := int(min(256, size-n*256))
		bytes := must(os.ReadFile(f.path(tlog.Tile{H: 8, L: -1, N: n, W: width})))
		for len(bytes) > 0 {
			length := int(binary.BigEndian.Uint16(bytes))
			records = append(records, bytes[2:2+length])
			bytes = bytes[2+length:]
		}
	}
	return
}

// cosigner checks the cosignature of a witness (C2SP tlog-cosignature), a signature type that x/mod leaves to others.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	return ed25519.Verify(c.key, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", time, text), signature[8:])
}

func readCosigner(text string) cosigner {
	parts := strings.SplitN(text, "+", 3)
	hash := must(strconv.ParseUint(parts[1], 16, 32))
	key := must(base64.StdEncoding.DecodeString(parts[2]))
	check(key[0] == 4, "the witness key is no key of a cosignature")
	return cosigner{parts[0], uint32(hash), key[1:]}
}

func head(text, origin string) tlog.Tree {
	lines := strings.Split(text, "\n")
	check(lines[0] == origin, "the checkpoint is of another log")
	return tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: must(tlog.ParseHash(lines[2]))}
}

type answer struct {
	Position        string
	CanonicalRecord string
	Checkpoint      string
	Hashes          []tlog.Hash
}

func main() {
	dir, key, witnessKey, cosigned, proofs := folder(os.Args[1]), os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	verifier := must(note.NewVerifier(key))
	opened := must(note.Open(must(os.ReadFile(filepath.Join(string(dir), "checkpoint"))), note.VerifierList(verifier)))
	tree := head(opened.Text, verifier.Name())
	reader := tlog.TileHashReader(tree, dir)

	records := dir.records(tree.N)
	check(int64(len(records)) == tree.N, "there are not as many records as the tree has leaves")
	for index, record := range records {
		proof := must(tlog.ProveRecord(tree.N, int64(index), reader))
		ok(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(index), tlog.RecordHash(record)))
		check(json.Valid(record), "a record is not JSON")
	}
	for size := int64(1); size <= tree.N; size++ {
		older := must(tlog.TreeHash(size, reader))
		ok(tlog.CheckTree(must(tlog.ProveTree(tree.N, size, reader)), tree.N, tree.Hash, size, older))
	}

	// The proofs that the service itself gives.
	var answers []answer
	ok(json.Unmarshal(must(os.ReadFile(proofs)), &answers))
	for _, each := range answers {
		signed := head(must(note.Open([]byte(each.Checkpoint), note.VerifierList(verifier))).Text, verifier.Name())
		position := must(strconv.ParseInt(each.Position, 10, 64))
		ok(tlog.CheckRecord(each.Hashes, signed.N, signed.Hash, position, tlog.RecordHash([]byte(each.CanonicalRecord))))
	}

	both := must(note.Open(must(os.ReadFile(cosigned)), note.VerifierList(verifier, readCosigner(witnessKey))))
	check(len(both.Sigs) == 2, "the checkpoint is not signed by log and witness")
	seen := head(both.Text, verifier.Name())
	check(must(tlog.TreeHash(seen.N, reader)) == seen.Hash, "the witness has seen another tree")
	fmt.Printf("%d records, %d older trees, %d proofs\n", tree.N, tree.N, len(answers))
}

func must[T any](value T, err error) T {
	ok(err)
	return value
}

func ok(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(holds bool, otherwise string) {
	if !holds {
		ok(fmt.Errorf("%s", otherwise))
	}
}
