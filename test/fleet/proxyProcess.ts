import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shipped = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

export const hasProxies = ['nginx', 'caddy'].every((program) => {
  const isInstalled = spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error === undefined
  if (!isInstalled) console.warn(`${program} is not installed: the tests of the shipped proxies are skipped`)
  return isInstalled
})

export interface ProxyProcess {
  readonly url: string
  /** Everything that it has logged. */
  logs(): string
  close(): Promise<void>
}

/** Runs nginx with a shipped file on a port without TLS; `replaced` gives the addresses behind it. */
export function startNginx(
  folder: string,
  file: string,
  port: number,
  replaced: (text: string) => string,
): Promise<ProxyProcess> {
  const site = replaced(shipped(`nginx/${file}`))
    .replaceAll(/^ *(ssl_|listen \[::\]).*\n/gm, '')
    .replace(/listen \S+( ssl http2)?;/, `listen 127.0.0.1:${port};`)
    // The names are known here, and Debian's nginx is older than this parameter.
    .replaceAll(' resolve;', ';')
  const [configuration, log] = [join(folder, 'nginx.conf'), join(folder, 'nginx.log')]
  const top = `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${log} info;\nworker_processes 1;\nevents {}\n`
  writeFileSync(configuration, `${top}http {\naccess_log ${folder}/nginx-access.log;\n${site}\n}\n`)
  return started(spawn('nginx', ['-c', configuration, '-p', folder]), port, [
    log,
    join(folder, 'nginx-access.log'),
  ])
}

/** Runs Caddy with the shipped file on a port without TLS, before a node at another; `replaced` changes the file. */
export function startCaddy(
  folder: string,
  port: number,
  nodePort: number,
  replaced = (text: string): string => text,
): Promise<ProxyProcess> {
  const text = replaced(shipped('caddy/Caddyfile'))
    .replace('{\n', '{\n\tadmin off\n')
    .replace('rpc.example.org {', `http://127.0.0.1:${port} {`)
    .replaceAll('127.0.0.1:4444', `127.0.0.1:${nodePort}`)
  const configuration = join(folder, 'Caddyfile')
  writeFileSync(configuration, text)
  const words = ['run', '--config', configuration, '--adapter', 'caddyfile']
  return started(spawn('caddy', words, { env: { ...process.env, HOME: folder } }), port, [])
}

async function started(child: ChildProcess, port: number, files: readonly string[]): Promise<ProxyProcess> {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const url = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    for (const file of files) rmSync(file, { force: true })
  }
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${printed}`)
    const isListening = await fetch(`${url}/health`).then(
      () => true,
      () => false,
    )
    if (isListening) {
      const logs = (): string =>
        [printed, ...files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))].join('')
      return { url, logs, close }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await close()
  throw new Error(`the proxy does not listen: ${printed}`)
}
