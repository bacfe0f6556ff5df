import { InterruptibleProxy } from '../peers/interruptibleProxy.ts'

/** A connection to a peer that the test can interrupt, so that the two mine branches of their own. */
export class PeerLink {
  /** The address of the peer through this link. */
  readonly enode: string
  readonly #proxy: InterruptibleProxy

  private constructor(enode: string, proxy: InterruptibleProxy) {
    this.enode = enode
    this.#proxy = proxy
  }

  static async to(enode: string): Promise<PeerLink> {
    const { username: id, port } = new URL(enode.replace('enode:', 'http:'))
    const proxy = await InterruptibleProxy.to(Number(port))
    return new PeerLink(`enode://${id}@127.0.0.1:${proxy.port}`, proxy)
  }

  interrupt(): void {
    this.#proxy.interrupt()
  }

  restore(): void {
    this.#proxy.restore()
  }

  close(): void {
    this.#proxy.close()
  }
}
