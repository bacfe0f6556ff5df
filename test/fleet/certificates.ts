import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'

/** Whether `openssl` is installed. A suite that needs certificates is skipped otherwise, with a notice. */
export const hasOpenssl = answers('openssl', ['version'], '')

/** Whether `redis-server` is installed and can encrypt. */
export const hasRedisTls = answers('redis-server', ['--port', '0', '--tls-port', '0'], 'not listen anywhere')

function answers(command: string, words: readonly string[], part: string): boolean {
  const { stdout, error } = spawnSync(command, words, { encoding: 'utf8', timeout: 30_000 })
  const isThere = error === undefined && stdout.includes(part)
  if (!isThere) console.warn(`${command} is missing or cannot encrypt: the tests with TLS are skipped`)
  return isThere
}

export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
}

/** An authority that signs certificates, made by openssl in a temporary folder. */
export class Authority {
  readonly #folder = new TemporaryFolder()
  readonly #key = this.#folder.at('ca.key')
  /** PEM of the authority itself. */
  readonly file = this.#folder.at('ca.crt')
  #count = 0

  constructor() {
    this.#openssl(
      ...['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=authority of a test', '-keyout', this.#key],
      ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-out', this.file],
    )
  }

  /** PEM text of the authority. */
  get text(): string {
    return readFileSync(this.file, 'utf8')
  }

  /** A certificate for names as `DNS:localhost` and `IP:127.0.0.1`; with negative days it has expired. */
  certify(names: string, days = 2): Certificate {
    const name = `server-${this.#count++}`
    const keyFile = this.#folder.at(`${name}.key`)
    const certFile = this.#folder.at(`${name}.crt`)
    const request = this.#folder.at(`${name}.csr`)
    const extensions = this.#folder.write(`${name}.ext`, `subjectAltName=${names}\n`)
    this.#openssl(
      ...['req', '-nodes', '-subj', '/CN=server of a test', '-keyout', keyFile, '-out', request],
      ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    )
    this.#openssl(
      ...['x509', '-req', '-in', request, '-out', certFile, '-days', String(days), '-extfile', extensions],
      ...['-CA', this.file, '-CAkey', this.#key, '-CAcreateserial'],
    )
    return { certFile, keyFile }
  }

  remove(): void {
    this.#folder.remove()
  }

  #openssl(...words: readonly string[]): void {
    execFileSync('openssl', words, { stdio: 'pipe' })
  }
}
