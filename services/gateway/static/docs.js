"use strict";
// Renders openapi.json, which the same server serves. No library, no network beyond this server.

const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") node.addEventListener("click", value);
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};
const json = (value) => make("pre", {}, typeof value === "string" ? value : JSON.stringify(value, null, 2));

// Descriptions are Markdown in a small part: `code` and paragraphs.
const prose = (text = "") => make("div", {}, ...text.split(/\n\s*\n/).filter(Boolean).map((paragraph) =>
  make("p", {}, ...paragraph.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part)))));

let api;
const resolve = (node) => {
  while (node && node.$ref) node = node.$ref.slice(2).split("/").reduce((at, key) => at[key], api);
  return node;
};

const typeOf = (schema, depth = 0) => {
  const named = schema && schema.$ref && schema.$ref.split("/").pop();
  const full = resolve(schema) || {};
  if (named && depth) return named;
  if (full.enum) return full.enum.map((value) => JSON.stringify(value)).join(" | ");
  for (const union of ["anyOf", "oneOf"]) if (full[union]) return full[union].map((part) => typeOf(part, 1)).join(" | ");
  const types = [].concat(full.type || "any");
  return types.map((type) => (type === "array" ? `[${typeOf(full.items, 1)}]` : type)).join(" | ");
};

const fieldTable = (schema) => {
  const full = resolve(schema);
  const fields = full && (full.type === "array" ? resolve(full.items) : full);
  if (!fields || !fields.properties) return null;
  const required = new Set(fields.required || []);
  return make("table", {}, make("tr", {}, ...["field", "type", "meaning"].map((title) => make("th", {}, title))),
    ...Object.entries(fields.properties).map(([name, field]) => make("tr", {},
      make("td", {}, make("code", {}, name), required.has(name) ? " *" : ""),
      make("td", {}, typeOf(field, 1)), make("td", {}, prose((resolve(field) || {}).description || field.description)))));
};

const content = (media) => Object.entries(media || {}).map(([type, body]) => {
  const examples = body.examples ? Object.values(body.examples).map((each) => each.value) : [body.example];
  return make("div", {}, make("code", {}, type), ...examples.filter((each) => each !== undefined).map(json),
    fieldTable(body.schema));
});

const tryOut = (path, method, operation, parameters) => {
  const inputs = parameters.map((each) => [each, make("input", { "aria-label": each.name, placeholder: each.name })]);
  const request = operation.requestBody && Object.values(operation.requestBody.content)[0];
  const example = request && (request.example || (request.examples && Object.values(request.examples)[0].value));
  const body = request && make("textarea", { rows: 6, "aria-label": "body" });
  if (body) body.value = JSON.stringify(example === undefined ? {} : example, null, 2);
  const answer = make("div");
  const send = async () => {
    let url = path;
    const query = new URLSearchParams();
    const headers = {};
    for (const [each, input] of inputs) {
      if (each.in === "path") url = url.replace(`{${each.name}}`, encodeURIComponent(input.value));
      else if (input.value && each.in === "query") query.set(each.name, input.value);
      else if (input.value && each.in === "header") headers[each.name] = input.value;
    }
    const token = document.getElementById("token").value.trim();
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body) headers["Content-Type"] = "application/json";
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30000);
    try {
      const got = await fetch(url + (query.size ? `?${query}` : ""),
        { method: method.toUpperCase(), headers, body: body && body.value, signal: abort.signal });
      answer.replaceChildren(make("p", {}, `${got.status} ${got.statusText}`));
      const reader = got.body.getReader();
      const text = make("pre");
      answer.append(text);
      const decoder = new TextDecoder();
      for (let part = await reader.read(); !part.done; part = await reader.read()) text.append(decoder.decode(part.value));
      try { text.textContent = JSON.stringify(JSON.parse(text.textContent), null, 2); } catch { /* a stream or text */ }
    } catch (wrong) { answer.append(make("p", {}, String(wrong))); }
  };
  return make("details", {}, make("summary", {}, "Try it"), make("div", { class: "try" },
    ...inputs.flatMap(([each, input]) => [make("label", {}, `${each.name} (${each.in})`), input]),
    body || null, make("button", { type: "button", onclick: send }, "Send"), answer));
};

const operationSection = (path, method, shared, operation) => {
  const parameters = [...shared, ...(operation.parameters || [])].map(resolve);
  const isOpen = !operation.security;
  return make("section", { id: operation.operationId },
    make("h3", {}, make("span", { class: `method ${method}` }, method), make("span", { class: "path" }, path),
      isOpen ? null : make("span", { class: "lock" }, "token")),
    prose(operation.summary), prose(operation.description),
    parameters.length ? make("h4", {}, "Parameters") : null,
    parameters.length ? make("table", {}, ...parameters.map((each) => make("tr", {},
      make("td", {}, make("code", {}, each.name), each.required ? " *" : ""), make("td", {}, each.in),
      make("td", {}, typeOf(each.schema || {})), make("td", {}, prose(each.description))))) : null,
    operation.requestBody ? make("h4", {}, "Body") : null,
    ...(operation.requestBody ? content(operation.requestBody.content) : []),
    make("h4", {}, "Answers"),
    ...Object.entries(operation.responses).map(([status, raw]) => {
      const response = resolve(raw);
      return make("details", status.startsWith("2") ? { open: "" } : {},
        make("summary", {}, `${status} ${response.description || ""}`), ...content(response.content));
    }),
    tryOut(path, method, operation, parameters));
};

const render = () => {
  const page = document.getElementById("page");
  const contents = document.getElementById("contents");
  page.replaceChildren(make("h1", {}, `${api.info.title} ${api.info.version}`), prose(api.info.description),
    make("p", {}, make("a", { href: "openapi.json" }, "openapi.json"), ` (OpenAPI ${api.openapi})`),
    make("div", { class: "token" }, make("label", { for: "token" }, "Token for “Try it” (stays in this page)"),
      make("input", { id: "token", type: "password", autocomplete: "off" })));
  for (const tag of api.tags || []) {
    page.append(make("h2", { id: `tag-${tag.name}` }, tag.name), prose(tag.description));
    contents.append(make("h2", {}, tag.name));
    for (const [path, item] of Object.entries(api.paths)) {
      for (const method of ["get", "post", "delete"]) {
        const operation = item[method];
        if (!operation || !(operation.tags || []).includes(tag.name)) continue;
        page.append(operationSection(path, method, item.parameters || [], operation));
        contents.append(make("a", { href: `#${operation.operationId}` },
          make("span", { class: `method ${method}` }, method), operation.operationId.replaceAll("_", " ")));
      }
    }
  }
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
};

fetch("openapi.json").then((got) => got.json()).then((got) => { api = got; render(); })
  .catch((wrong) => { document.getElementById("page").textContent = `openapi.json can't be read: ${wrong}`; });
