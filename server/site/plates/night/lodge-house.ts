/** The lodge: its hall is lit, its rooms are dark, and smoke stands over the chimney. */
export const lodgeHouse = [
  '<circle cx="455" cy="800" r="190" fill="url(#lodge-halo)"/>',
  '<path stroke="url(#lodge-smoke)" d="M577 724c2-6 8-23 11-34s7-23 8-34-1-23-3-34-7-23-7-34 2-23 8-34 17-23 26-34 20-28 24-34m-64 238c2-6 8-23 10-34s4-23 3-34-4-23-5-34-3-23 1-34 11-23 18-34 21-23 27-34 8-28 9-34m-60 238c1-6 6-23 7-34s0-23-1-34-4-23-2-34 5-23 11-34 17-23 24-34 16-23 17-34-6-28-8-34"/>',
  '<path fill="#0a1611" d="M571 718h13v24h-13z"/>',
  '<path fill="#0d1c15" d="M504 776h128v60H504z"/>',
  '<path stroke="#c9c3a8" stroke-opacity=".2" d="M512 778v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56m6-56v56"/>',
  '<path fill="#16281f" stroke="#c9c3a8" stroke-opacity=".3" stroke-width=".8" d="M530 794h17v24h-17zm28 0h17v24h-17zm28 0h17v24h-17z"/>',
  '<path fill="#0a1712" stroke="#c9c3a8" stroke-opacity=".6" d="M492 738h150l12 40H500z"/>',
  '<path stroke="#c9c3a8" stroke-opacity=".24" d="m510 738 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38m4-38 4 38"/>',
  '<path fill="#0a1712" d="M404 836v-78l51-66 51 66v78z"/>',
  '<path fill="url(#lodge-lamp)" d="M413 836v-74l42-54 42 54v74z"/>',
  '<path stroke="#0d1c15" stroke-width="1.7" d="M427 744v92m14-110v110m14-128v128m14-110v110m14-92v92m-70-66h84m-84 32h84"/>',
  '<path stroke="#0a1611" stroke-width="7" d="m392 768 63-82 63 82"/>',
  '<path stroke="#e9e0cc" stroke-opacity=".85" stroke-width="1.3" d="m390 765 65-85 65 85"/>',
  '<path fill="#0a1611" d="M386 836h272v5H386z"/>',
  '<path stroke="#c9c3a8" stroke-opacity=".6" d="M386 836h272"/>',
  '<path stroke="#0a1611" stroke-width="3" d="M398 840v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12m22-12v12"/>',
].join('')
