import { configure } from '@testing-library/react'

// Milliseconds; on a busy machine a page takes longer than the default of one second.
configure({ asyncUtilTimeout: 20_000 })

// jsdom lays nothing out, so nothing changes its size.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
