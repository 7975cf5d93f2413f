import "@fontsource/caprasimo/latin-400.css";
import "@fontsource/atkinson-hyperlegible-next/latin-400.css";
import "@fontsource/atkinson-hyperlegible-next/latin-700.css";
import "@fontsource/andika/latin-400.css";
import "@fontsource/andika/latin-700.css";
import "@fontsource/opendyslexic/latin-400.css";
import "@fontsource/opendyslexic/latin-700.css";
import "./tokens.css";
import "./page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/languages.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (target) void speak(settings.kept.language).then(() => mount(App, { target }));
