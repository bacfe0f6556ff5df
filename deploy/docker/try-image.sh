#!/usr/bin/env bash
# Builds the image and starts a container of it as an operator would: not root, read-only root file system, no capabilities.
# Where no registry can be reached, a stand-in for the base image is made from Debian's packages and this machine's Node.js:
# `try-image.sh --stand-in`. Needs root, buildah, podman and runc; for the stand-in also mmdebstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d /tmp/cambium-image.XXXXXX)
export CONTAINERS_STORAGE_CONF="$work/storage.conf"
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/graph"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
# Works without systemd and with either version of control groups.
container() { podman --runtime runc --cgroup-manager cgroupfs "$@"; }
limits=(--ulimit "nofile=$(ulimit -n):$(ulimit -n)" --ulimit nproc=1024:1024)

started=
finish() {
  [ -z "$started" ] || container rm --force --time 20 "$started" >/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

if [ "${1:-}" = --stand-in ]; then
  root="$work/root"
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root"
  cp "$(readlink -f "$(command -v node)")" "$root/usr/bin/node"
  modules=$(npm root --global)
  mkdir -p "$root/usr/lib/node_modules"
  cp -r "$modules/npm" "$root/usr/lib/node_modules/"
  # Authorities that this machine trusts, a proxy's for example.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/machine.crt"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
  chroot "$root" useradd --uid 1000 --create-home node
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$root" /
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt "$base"
  buildah commit --quiet "$base" docker.io/library/node:20-bookworm-slim
  buildah rm "$base" >/dev/null
  rm -rf "$root"
fi

buildah bud --isolation chroot --layers=false --pull-never --tag localhost/cambium --file deploy/docker/Dockerfile .

# The address of the host, because a bridge needs more than this script does.
port=$((20000 + RANDOM % 10000))
mkdir "$work/data"
chown 1000:1000 "$work/data"
started=$(container run --detach --network host "${limits[@]}" --read-only --cap-drop all \
  --security-opt no-new-privileges --volume "$work/data:/data" localhost/cambium \
  node --network regtest --host 127.0.0.1 --port "$port" --data /data --log-format json)
in_container() { container exec "$started" "$@"; }

for _ in $(seq 120); do
  in_container node -e "fetch('http://127.0.0.1:$port/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))" && break
  sleep 1
done
# Each line fails the script when it does not hold.
test "$(in_container node -p 'process.getuid()')" = 1000
in_container node -e "try { require('fs').writeFileSync('/opt/x', ''); process.exit(1) } catch ({ code }) { process.exit(code === 'EROFS' ? 0 : 1) }"
in_container node -e "fetch('http://127.0.0.1:$port/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}' }).then(async (answer) => { const { result } = await answer.json(); console.log('chain', result); process.exit(result === '0x21' ? 0 : 1) })"
container stop --time 60 "$started" >/dev/null
test "$(container inspect --format '{{.State.ExitCode}}' "$started")" = 0
echo 'the image was built, served a chain without root on a read-only file system and stopped cleanly'
