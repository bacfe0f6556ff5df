import { ThreadSide } from './threadSide.ts'

/* The program of a thread for tests. */

export interface EchoFunctions {
  echo(text: string): string
  echoLater(text: string): Promise<string>
  fail(text: string): never
  /** Never answers. */
  block(argument: undefined): void
  exit(argument: undefined): void
}

const side = new ThreadSide<EchoFunctions, string, string>()

side.offer({
  echo: (text) => `${side.data} ${text}`,
  async echoLater(text) {
    side.tell(`news before ${text}`)
    return text
  },
  fail(text) {
    throw new Error(text)
  },
  block() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  exit() {
    side.tell('last news')
    process.exit()
  },
})
