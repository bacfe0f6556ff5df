import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of one test, which other users may read. It is made when it is first used, and again when it is used after its removal. */
export class TemporaryFolder {
  #path: string | undefined

  get path(): string {
    if (this.#path === undefined) {
      this.#path = mkdtempSync(join(tmpdir(), 'cambium-cli-'))
      chmodSync(this.#path, 0o755)
    }
    return this.#path
  }

  at(...names: readonly string[]): string {
    return join(this.path, ...names)
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), content)
    return this.at(name)
  }

  read(name: string): Uint8Array {
    return readFileSync(this.at(name))
  }

  writeLines(name: string, lines: readonly unknown[]): string {
    return this.write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  remove(): void {
    if (this.#path === undefined) return
    // A process or thread that ends may still remove its own files.
    rmSync(this.#path, { recursive: true, maxRetries: 5 })
    this.#path = undefined
  }
}
