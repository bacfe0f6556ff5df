import { type MessagePort, type TransferListItem, workerData } from 'node:worker_threads'

/** The functions that a thread offers, each of one argument; what they return is sent back. */
export type ThreadFunctions<Functions> = { readonly [Name in keyof Functions]: (argument: never) => unknown }

/** A message to a thread. Without an id it wants no answer. */
export interface Question {
  readonly id: number | undefined
  readonly name: string
  readonly argument: unknown
}

/** A message from a thread: an answer, or news that it sends unasked. */
export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: unknown }
  | { readonly news: unknown }

/** What a thread is started with. */
export interface ThreadStart {
  readonly port: MessagePort
  /** Counts the messages of the thread. */
  readonly sent: Int32Array
  readonly data: unknown
}

/** A thread, as its own program sees it. */
export class ThreadSide<Functions extends ThreadFunctions<Functions>, News = never, Data = undefined> {
  /** What the starter gave to the program. */
  readonly data: Data
  readonly #port: MessagePort
  readonly #sent: Int32Array

  constructor() {
    const { port, sent, data }: ThreadStart = workerData
    this.data = data as Data
    this.#port = port
    this.#sent = sent
  }

  /** Tells the starter something that it has not asked for. */
  tell(news: News, transferred: readonly TransferListItem[] = []): void {
    this.#reply({ news }, transferred)
  }

  /** Answers questions from now on. The program runs until its starter ends it. */
  offer(functions: Functions): void {
    this.#port.on('message', ({ id, name, argument }: Question) => {
      const call: (argument: never) => unknown = functions[name as keyof Functions]
      if (id === undefined) call(argument as never)
      else this.#answer(id, () => call(argument as never))
    })
  }

  #answer(id: number, call: () => unknown): void {
    try {
      const answer = call()
      if (!(answer instanceof Promise)) {
        this.#reply({ id, answer })
        return
      }
      answer.then(
        (later: unknown) => this.#reply({ id, answer: later }),
        (failure: unknown) => this.#reply({ id, failure }),
      )
    } catch (failure) {
      this.#reply({ id, failure })
    }
  }

  #reply(reply: Reply, transferred: readonly TransferListItem[] = []): void {
    this.#port.postMessage(reply, transferred)
    Atomics.add(this.#sent, 0, 1)
    Atomics.notify(this.#sent, 0)
  }
}
