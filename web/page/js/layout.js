// Where a graph's nodes and edges are drawn: one row a node, tracks beside the rows, as on a signal box's panel. Pure.
//
// Nodes are ranked by their longest way from the start, ways back left out. A rank of one node lies on the main line, a rank of
// several on parallel tracks: the main line branches out to them and they join it again. Every other edge is led around
// in a lane of its own: beside the main line on the left, or on the right where it begins on a parallel track.

const ROW = 46;
const END_ROW = 30;
const LANE = 11;
const BEND = 9;

const by = (items, key) => {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

/** Rows and tracks of a graph {nodes: [{id}], edges: [{source, target}]}, in pixels. */
export function layout(graph) {
  const ids = graph.nodes.map((node) => node.id);
  const known = new Set(ids);
  const edges = graph.edges.filter((edge) => known.has(edge.source) && known.has(edge.target));
  const back = backward(ids, edges);
  const rank = ranked(ids, edges.filter((edge) => !back.has(edge)));
  const layers = [...by(ids, (id) => rank.get(id))].sort(([a], [b]) => a - b).map(([, layer]) => layer);

  // What leads away from its rank stands first, so that it crosses nothing of what goes on to the next.
  const away = (id) => {
    const out = edges.filter((edge) => edge.source === id);
    if (out.some((edge) => back.has(edge))) return 0;
    return out.some((edge) => rank.get(edge.target) > rank.get(id) + 1) ? 1 : 2;
  };
  const rows = [];
  let top = 0;
  for (const layer of layers) {
    for (const id of [...layer].sort((a, b) => away(a) - away(b))) {
      const end = id === "__start__" || id === "__end__";
      const height = end ? END_ROW : ROW;
      rows.push({ id, end, height, main: layer.length === 1, rank: rank.get(id), y: top + height / 2 });
      top += height;
    }
  }
  const row = new Map(rows.map((one, index) => [one.id, { ...one, index }]));
  return { rows, height: top, ...tracks(edges, row) };
}

function backward(ids, edges) {
  const out = by(edges, (edge) => edge.source);
  const state = new Map();
  const found = new Set();
  const visit = (id) => {
    state.set(id, "open");
    for (const edge of out.get(id) ?? []) {
      if (state.get(edge.target) === "open") found.add(edge);
      else if (!state.has(edge.target)) visit(edge.target);
    }
    state.set(id, "closed");
  };
  for (const id of ids) if (!state.has(id)) visit(id);
  return found;
}

function ranked(ids, edges) {
  const rank = new Map(ids.map((id) => [id, 0]));
  for (let pass = 0; pass < ids.length; pass += 1) {
    let moved = false;
    for (const { source, target } of edges) {
      if (rank.get(target) > rank.get(source)) continue;
      rank.set(target, rank.get(source) + 1);
      moved = true;
    }
    if (!moved) break;
  }
  return rank;
}

function tracks(edges, row) {
  const straight = [];
  const fan = [];
  const left = [];
  const right = [];
  for (const edge of edges) {
    const [from, to] = [row.get(edge.source), row.get(edge.target)];
    if (from.main && to.main && to.index === from.index + 1) straight.push(edge);
    else if (from.main && !to.main && to.rank === from.rank + 1) fan.push(edge);
    else (from.main ? left : right).push(edge);
  }
  const leftLanes = lanes(left, row, "source");
  const rightLanes = lanes(right, row, "target");
  const main = 8 + leftLanes.count * LANE;
  const side = main + 24;
  const outer = side + rightLanes.count * LANE;
  const x = (id) => (row.get(id).main ? main : side);

  const drawn = [
    ...straight.map((edge) => [edge, `M${main} ${row.get(edge.source).y}V${row.get(edge.target).y}`]),
    ...fan.map((edge) => [edge, branch(main, row.get(edge.source).y, side, row.get(edge.target).y)]),
    ...left.map((edge) => [edge, around(x(edge.source), row.get(edge.source).y, main - LANE * (1 + leftLanes.of(edge)), x(edge.target), row.get(edge.target).y)]),
    ...right.map((edge) => [edge, around(x(edge.source), row.get(edge.source).y, side + LANE * (1 + rightLanes.of(edge)), x(edge.target), row.get(edge.target).y)]),
  ];
  return {
    stops: [...row.values()].map(({ id, y }) => ({ id, x: x(id), y })),
    tracks: drawn.map(([edge, d]) => ({ source: edge.source, target: edge.target, d })),
    width: Math.max(outer, main) + 12,
  };
}

// Edges that share an end share a lane; a lane is used again where nothing overlaps, the shortest ways inmost.
function lanes(edges, row, side) {
  const groups = [...by(edges, (edge) => edge[side]).values()].map((members) => {
    const at = members.flatMap((edge) => [row.get(edge.source).index, row.get(edge.target).index]);
    return { members, from: Math.min(...at), to: Math.max(...at) };
  });
  groups.sort((a, b) => a.to - a.from - (b.to - b.from));
  const used = [];
  const lane = new Map();
  for (const group of groups) {
    let free = used.findIndex((taken) => taken.every((other) => other.to <= group.from || group.to <= other.from));
    if (free < 0) free = used.push([]) - 1;
    used[free].push(group);
    for (const edge of group.members) lane.set(edge, free);
  }
  return { count: used.length, of: (edge) => lane.get(edge) };
}

const branch = (x0, y0, x1, y1) => `M${x0} ${y0}V${y1 - BEND}Q${x0} ${y1} ${x0 + BEND} ${y1}H${x1}`;

function around(x0, y0, lane, x1, y1) {
  const down = y1 > y0 ? 1 : -1;
  const out = lane > x0 ? 1 : -1;
  const home = lane > x1 ? 1 : -1;
  const bend = Math.min(BEND, Math.abs(lane - x0), Math.abs(lane - x1), Math.abs(y1 - y0) / 2);
  return `M${x0} ${y0}H${lane - out * bend}Q${lane} ${y0} ${lane} ${y0 + down * bend}` +
    `V${y1 - down * bend}Q${lane} ${y1} ${lane - home * bend} ${y1}H${x1}`;
}
