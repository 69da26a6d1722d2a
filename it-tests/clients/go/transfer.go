// Copyright The Idaeus Authors
// SPDX-License-Identifier: Apache-2.0

// Transfers a table with the generated client.
//
// usage: transfer SOURCE DESTINATION KEYSPACE TABLE, with the addresses of two sidecars
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"idaeus.io/it/clients/idaeus"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 5 {
		log.Fatal("usage: transfer SOURCE DESTINATION KEYSPACE TABLE")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		log.Fatal("transfer: ", err)
	}
}

func run(ctx context.Context, source, destination, keyspace, table string) error {
	from, err := idaeus.NewClientWithResponses(source)
	if err != nil {
		return err
	}
	page, err := from.ListSstablesWithResponse(ctx, &idaeus.ListSstablesParams{Keyspace: keyspace, Table: table})
	if err != nil {
		return err
	}
	if page.JSON200 == nil {
		return fmt.Errorf("found %s, expected SSTables", page.Body)
	}
	fmt.Println(len(page.JSON200.Sstables), "SSTables at the source")

	to, err := idaeus.NewClientWithResponses(destination)
	if err != nil {
		return err
	}
	if err := refused(ctx, to, table); err != nil {
		return err
	}
	transfer, err := start(ctx, to, source, keyspace, table)
	if err != nil {
		return err
	}
	for transfer.State != idaeus.TransferStateCOMPLETED {
		if transfer.State == idaeus.TransferStateFAILED || transfer.State == idaeus.TransferStateCANCELLED {
			return fmt.Errorf("the transfer is %s: %v", transfer.State, transfer.Problem)
		}
		time.Sleep(200 * time.Millisecond)
		answer, err := to.GetTransferWithResponse(ctx, transfer.Id)
		if err != nil {
			return err
		}
		if answer.JSON200 == nil {
			return fmt.Errorf("found %s, expected a transfer", answer.Body)
		}
		transfer = answer.JSON200
	}
	fmt.Println(transfer.State, *transfer.Outcome, transfer.Sstables.Imported)
	return nil
}

func refused(ctx context.Context, client *idaeus.ClientWithResponses, table string) error {
	params := idaeus.ListSstablesParams{Keyspace: "no_such_keyspace", Table: table}
	answer, err := client.ListSstablesWithResponse(ctx, &params)
	if err != nil {
		return err
	}
	problem := answer.ApplicationproblemJSON404
	if problem == nil || problem.Type != idaeus.UrnIdaeusProblemUnknownKeyspace {
		return fmt.Errorf("found %s, expected the problem unknown-keyspace", answer.Body)
	}
	return nil
}

func start(
	ctx context.Context, client *idaeus.ClientWithResponses, source, keyspace, table string,
) (*idaeus.Transfer, error) {
	request := idaeus.TransferRequest{
		Sources: []idaeus.SourceRef{{Uri: source}},
		Tables:  []idaeus.TableRef{{Keyspace: keyspace, Table: table}},
	}
	answer, err := client.CreateTransferWithResponse(ctx, &idaeus.CreateTransferParams{}, request)
	if err != nil {
		return nil, err
	}
	if answer.JSON202 == nil {
		return nil, fmt.Errorf("found %s, expected an accepted transfer", answer.Body)
	}
	return answer.JSON202, nil
}
