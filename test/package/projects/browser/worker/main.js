const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })

/** An EIP-1193 provider: for viem `custom({ request })`, for ethers `new BrowserProvider({ request })`. */
const request = (call) =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data: { result, error } }) => {
      port1.close()
      if (error === undefined) resolve(result)
      else reject(Object.assign(new Error(error.message), error))
    }
    worker.postMessage(call, [port2])
  })

const accounts = await request({ method: 'eth_accounts' })
const problem = await request({ method: 'eth_unknown' }).catch(({ code }) => code)
document.querySelector('output').textContent = `${accounts.length} accounts, refusal ${problem}`
