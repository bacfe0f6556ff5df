import type { Running } from '../processes/cliProcess.ts'
import { ask, startNodeWith, stop } from '../processes/nodeProcess.ts'
import { freePort } from './freePort.ts'

/** A node of a local network in its own process, which mines on request and connects to the given nodes. */
export class FleetNode {
  readonly url: string
  readonly running: Running
  readonly #enode: string | null

  private constructor(running: Running, url: string, enode: string | null) {
    this.running = running
    this.url = url
    this.#enode = enode
  }

  static async start(others: readonly string[], ...words: readonly string[]): Promise<FleetNode> {
    const peers = '--networks.regtest.peers.'
    const { running, announced } = await startNodeWith([
      ...['--port', '0', '--network', 'regtest', '--networks.regtest.mining', 'manual'],
      ...[`${peers}enabled`, `${peers}host`, '127.0.0.1', `${peers}port`, String(await freePort())],
      ...others.flatMap((enode) => [`${peers}static-peers`, enode]),
      // Otherwise the other node would connect to this one directly while a test has the link between them interrupted.
      ...(others.length === 0 ? [] : [`${peers}listen=false`]),
      ...words,
    ])
    const [network] = announced.networks
    if (network === undefined) throw new Error('the node serves no network')
    return new FleetNode(running, network.url, network.enode)
  }

  /** Where other nodes can call this one. */
  get enode(): string {
    if (this.#enode === null) throw new Error('a node that calls others does not listen')
    return this.#enode
  }

  /** The result of a call; an error of the node is thrown. */
  async ask<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const { result, error } = await ask(this.url, method, ...params)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  async mine(count: number): Promise<void> {
    for (let mined = 0; mined < count; mined++) await this.ask('evm_mine')
  }

  /** Number and hash of the best block. */
  async head(): Promise<string> {
    const { number, hash } = await this.ask<{ number: string; hash: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    return `${Number(number)} ${hash}`
  }

  stop(signal?: NodeJS.Signals): Promise<number | null> {
    return stop(this.running, signal)
  }
}
