import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * Lazy component from a named export, loaded on its first render: `lazyNamed(() =>
 * import('./page.tsx'), (page) => page.Page)`.
 */
export function lazyNamed<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: pick(await load()) }))
}
