// Kubernetes' API server with its store in one program. No controllers and no machines: what is applied
// is validated and kept, and nothing runs.
package main

import (
	"log"
	"net/url"
	"os"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	config := embed.NewConfig()
	config.Dir = os.Getenv("STORE_DIR")
	config.LogLevel = "error"
	config.UnsafeNoFsync = true
	clients := parsed(os.Getenv("STORE_CLIENTS"))
	peers := parsed(os.Getenv("STORE_PEERS"))
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{clients}, []url.URL{clients}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peers}, []url.URL{peers}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	store, err := embed.StartEtcd(config)
	if err != nil {
		log.Fatal(err)
	}
	<-store.Server.ReadyNotify()
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}

func parsed(address string) url.URL {
	found, err := url.Parse(address)
	if err != nil {
		log.Fatal(err)
	}
	return *found
}
