import { type MessagePort, type TransferListItem, workerData } from 'node:worker_threads'

/** The functions that a thread offers, each with one argument. Their results are sent back. */
export type ThreadFunctions<Functions> = { readonly [Name in keyof Functions]: (argument: never) => unknown }

/** A message to a thread. Without an id it gets no answer. */
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

/** The start parameters of a thread. */
export interface ThreadStart {
  readonly port: MessagePort
  /** Counts the messages of the thread. */
  readonly sent: Int32Array
  readonly data: unknown
}

/** The program's side of a thread. */
export class ThreadSide<Functions extends ThreadFunctions<Functions>, News = never, Data = undefined> {
  /** The data that the starter gave to the program. */
  readonly data: Data
  readonly #port: MessagePort
  readonly #sent: Int32Array

  constructor() {
    const { port, sent, data }: ThreadStart = workerData
    this.data = data as Data
    this.#port = port
    this.#sent = sent
  }

  /** Sends news to the starter. */
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
