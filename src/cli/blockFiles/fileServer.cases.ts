import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Answers a request in place of the file. */
export type Answer = (response: ServerResponse, content: Buffer) => void

/** A web server for the files of a folder; a test replaces the answers for some of them. */
export class FileServer {
  /** Names of the files that were asked for, in order. */
  readonly asked: string[] = []
  /** By the name of the file. */
  readonly answers = new Map<string, Answer>()
  readonly #server: Server

  private constructor(folder: string) {
    this.#server = createServer((request, response) => {
      const name = (request.url ?? '').slice('/blocks/'.length)
      this.asked.push(name)
      const path = join(folder, name)
      if (!existsSync(path)) return void response.writeHead(404).end()
      const answer = this.answers.get(name)
      const content = readFileSync(path)
      if (answer === undefined) response.end(content)
      else answer(response, content)
    })
  }

  static async open(folder: string): Promise<FileServer> {
    const server = new FileServer(folder)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/blocks`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
