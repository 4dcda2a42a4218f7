import sharp from 'sharp'
import { makePhotograph } from '#server/photographs/images.ts'

// Run by `photographs.bench.ts` in a process of its own, whose memory it measures.

/** Noise over large soft areas, which a JPEG stores about as a camera's photograph of this size. */
async function takePhotograph(): Promise<Buffer> {
  const [width, height] = [6000, 4500]
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width, height, channels: 3, background: '#456', noise } })
    .blur(0.6)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97 })
    .toBuffer()
}

const file = await takePhotograph()
const count = Number(process.argv[2])
const start = performance.now()
for (let made = 0; made < count; made++) await makePhotograph(file)
const seconds = (performance.now() - start) / count / 1000
process.stdout.write(
  JSON.stringify({
    megabytes: Math.round(file.length / 1e6),
    memory: Math.round(process.resourceUsage().maxRSS / 1024),
    seconds: Math.round(seconds * 10) / 10,
  }),
)
